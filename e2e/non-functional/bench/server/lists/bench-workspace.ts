import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createUser } from '../../../../../server/src/domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../../../../server/src/domain/account/workspaces';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { rebuildFacets } from '../../../../../server/src/data-access/facets';

const LABELS = 49;
/** Number of images for each image with the rare label. */
const RARE_INTERVAL = 1000;
const FIRST_IMAGE = Date.UTC(2020, 0, 1);
const SECONDS_BETWEEN_IMAGES = 20;

/** Ids and values for the filters of the lists. */
export interface BenchWorkspace {
  workspaceId: string;
  apiToken: string;
  /** 49 labels. Each image has two of them. */
  labels: string[];
  rareLabel: string;
  boxLabel: string;
  job: string;
  /** Time at which half of the images existed. */
  middle: Date;
}

/**
 * Fills a workspace by SQL. Each image has two objects and two or three labels; 30 % are verified and 5 % are in a job.
 * Rebuilds the facets and the planner statistics.
 */
export async function loadWorkspace(db: Db, images: number): Promise<BenchWorkspace> {
  const user = await createUser(db, { email: 'bench@bench.example', password: randomUUID() });
  const workspaceId = await createWorkspace(db, { name: 'Bench', services: ALL_SERVICES, ownerId: user.id });
  await addMember(db, workspaceId, user.id);
  const createLabels = (table: 'recognition_label' | 'detection_label', count: number) =>
    db
      .insertInto(table)
      .values(Array.from({ length: count }, (_, index) => ({ workspace_id: workspaceId, name: `Label ${index}` })))
      .returning('id')
      .execute();
  const labels = (await createLabels('recognition_label', LABELS + 1)).map(({ id }) => id);
  const boxLabels = (await createLabels('detection_label', 10)).map(({ id }) => id);
  const job = await db
    .insertInto('annotation_job')
    .values({ workspace_id: workspaceId, name: 'Bench', type: 'image' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const workspace = sql`${workspaceId}::uuid`;
  const created = (seq: string) =>
    sql`to_timestamp(${sql.lit(FIRST_IMAGE / 1000)}) + ${sql.raw(seq)} * interval '${sql.raw(String(SECONDS_BETWEEN_IMAGES))} seconds'`;

  await db.transaction().execute(async (tx) => {
    // Foreign keys need no check, because the rows are created here. Checking would take most of the time. It also skips the
    // triggers, so the columns of the file name are set here.
    await sql`set local session_replication_role = replica`.execute(tx);
    const createIndexes = await dropIndexes(tx);
    await sql`
      insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, real, test_image, created, name, file_name, meta_data)
      select ${workspace}, n, md5(n::text) || '0123456789abcdef.jpg', md5(n::text) || 'fedcba9876543210.webp', 'image/jpeg', md5(n::text), 4000, 3000, n % 5 > 0, n % 10 = 0, ${created('n')},
        name, lower(name), case when name is null then '{}' else jsonb_build_object('filename', name) end
      from generate_series(0, ${images - 1}::int) n, lateral (
        select case when n % 20 > 0 then 'Shelf ' || substr(md5(n::text), 1, 6) || ' IMG_' || lpad(n::text, 7, '0') || '.JPG' end as name
      ) named`.execute(tx);
    await sql`
      insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
      select ${workspace}, i.seq * 2 + n, i.id, (${boxLabels}::uuid[])[1 + (i.seq + n) % 10], array[1, 1, 400, 300], i.created
      from training_image i, generate_series(0, 1) n where i.workspace_id = ${workspace} order by i.seq, n`.execute(tx);
    await sql`
      insert into image_label (image_id, label_id, workspace_id)
      select id, (${labels}::uuid[])[1 + (seq + n) % ${sql.lit(LABELS)}], workspace_id
      from training_image, generate_series(0, 1) n where workspace_id = ${workspace}
      union all
      select id, (${labels}::uuid[])[${sql.lit(LABELS + 1)}], workspace_id from training_image where workspace_id = ${workspace} and seq % ${sql.lit(RARE_INTERVAL)} = 0`.execute(
      tx,
    );
    await sql`
      insert into image_verification (workspace_id, image_id, user_id)
      select workspace_id, id, ${user.id}::uuid from training_image where workspace_id = ${workspace} and seq % 10 < 3`.execute(
      tx,
    );
    await sql`
      insert into job_item (job_id, workspace_id, image_id)
      select ${job.id}::uuid, workspace_id, id from training_image where workspace_id = ${workspace} and seq % 20 = 0`.execute(
      tx,
    );
    await sql`
      insert into workspace_counter (workspace_id, kind, next_seq, last_created)
      select ${workspace}, kind, n, ${created(String(images))} from (values ('image', ${images}::int), ('object', ${images * 2}::int)) v (kind, n)
      on conflict (workspace_id, kind) do update set next_seq = excluded.next_seq, last_created = excluded.last_created`.execute(
      tx,
    );
    await createIndexes();
  });
  await rebuildFacets(db, workspaceId);
  await sql`vacuum analyze`.execute(db);
  return {
    workspaceId,
    apiToken: user.api_token,
    labels: labels.slice(0, LABELS),
    rareLabel: labels[LABELS] ?? '',
    boxLabel: boxLabels[0] ?? '',
    job: job.id,
    middle: new Date(FIRST_IMAGE + Math.floor(images / 2) * SECONDS_BETWEEN_IMAGES * 1000),
  };
}

/** Drops the indexes of large tables, which are faster to create than to maintain. Returns the function that creates them again. */
async function dropIndexes(tx: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any('{training_image, detection_object, image_label}'::regclass[]) and not indisunique`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(tx);
  };
}
