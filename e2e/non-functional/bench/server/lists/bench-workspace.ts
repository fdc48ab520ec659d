import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createUser } from '../../../../../server/src/domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../../../../server/src/domain/account/workspaces';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { rebuildFacets } from '../../../../../server/src/data-access/facets';

const LABEL_COUNT = 49;
/** One in this many images has the rare label. */
const RARE_INTERVAL = 1000;
/** The large tables. Their indexes and triggers are disabled during the load. */
const BULK_LOADED_TABLES = ['training_image', 'detection_object', 'image_label', 'image_verification', 'job_item'] as const;
const FIRST_IMAGE_TIME = Date.UTC(2020, 0, 1);
const SECONDS_BETWEEN_IMAGES = 20;

/** A workspace with many images, and the ids and values by which the benchmark filters its lists. */
export interface BenchWorkspace {
  /** Number of images. */
  images: number;
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

/** Returns the creation time of the image with the sequence number. */
export const getCreated = (seq: number) => new Date(FIRST_IMAGE_TIME + seq * SECONDS_BETWEEN_IMAGES * 1000);

/**
 * Fills a workspace by SQL. Each image has two objects and two or three labels; 30 % are verified and 5 % are in a job.
 * Rebuilds the search facets and the planner statistics.
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
  const labels = (await createLabels('recognition_label', LABEL_COUNT + 1)).map(({ id }) => id);
  const boxLabels = (await createLabels('detection_label', 10)).map(({ id }) => id);
  const job = await db
    .insertInto('annotation_job')
    .values({ workspace_id: workspaceId, name: 'Bench', type: 'image' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const workspace = sql`${workspaceId}::uuid`;
  const toCreationTime = (seq: string) =>
    sql`to_timestamp(${sql.lit(FIRST_IMAGE_TIME / 1000)}) + ${sql.raw(seq)} * interval '${sql.raw(String(SECONDS_BETWEEN_IMAGES))} seconds'`;

  await setMaintenance(db, false);
  await runBulkLoad(db, (tx) =>
    sql`
      insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, real, test_image, created, name, file_name, meta_data)
      select ${workspace}, n, hash || '0123456789abcdef.jpg', hash || 'fedcba9876543210.webp', 'image/jpeg', hash, 4000, 3000, n % 5 > 0, n % 10 = 0, ${toCreationTime('n')},
        name, lower(name), case when name is null then '{}' else jsonb_build_object('filename', name) end
      from (
        select n, hash, case when n % 20 > 0 then 'Shelf ' || substr(hash, 1, 6) || ' IMG_' || lpad(n::text, 7, '0') || '.JPG' end as name
        from (select n, md5(n::text) as hash from generate_series(0, ${images - 1}::int) n offset 0) hashed offset 0
      ) named`.execute(tx),
  );
  await Promise.all([
    runBulkLoad(db, (tx) =>
      sql`
        insert into detection_object (workspace_id, seq, image_id, detection_label_id, data, created)
        select ${workspace}, i.seq * 2 + n, i.id, (${boxLabels}::uuid[])[1 + (i.seq + n) % 10], array[1, 1, 400, 300], i.created
        from training_image i, generate_series(0, 1) n where i.workspace_id = ${workspace}`.execute(tx),
    ),
    runBulkLoad(db, async (tx) => {
      await sql`
        insert into image_label (image_id, label_id, workspace_id)
        select id, (${labels}::uuid[])[1 + (seq + n) % ${sql.lit(LABEL_COUNT)}], workspace_id
        from training_image, generate_series(0, 1) n where workspace_id = ${workspace}
        union all
        select id, (${labels}::uuid[])[${sql.lit(LABEL_COUNT + 1)}], workspace_id from training_image where workspace_id = ${workspace} and seq % ${sql.lit(RARE_INTERVAL)} = 0`.execute(
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
    }),
  ]);
  await sql`
    insert into workspace_counter (workspace_id, kind, next_seq, last_created)
    select ${workspace}, kind, n, ${toCreationTime(String(images))} from (values ('image', ${images}::int), ('object', ${images * 2}::int)) v (kind, n)
    on conflict (workspace_id, kind) do update set next_seq = excluded.next_seq, last_created = excluded.last_created`.execute(
    db,
  );
  await setMaintenance(db, true);
  await Promise.all(
    BULK_LOADED_TABLES.map((table) => runBulkLoad(db, (tx) => sql`reindex table ${sql.table(table)}`.execute(tx))),
  );
  await sql`analyze ${sql.join(BULK_LOADED_TABLES.map((table) => sql.table(table)))}`.execute(db);
  await runBulkLoad(db, (tx) => rebuildFacets(tx, workspaceId));
  await sql`vacuum analyze`.execute(db);
  return {
    images,
    workspaceId,
    apiToken: user.api_token,
    labels: labels.slice(0, LABEL_COUNT),
    rareLabel: labels[LABEL_COUNT] ?? '',
    boxLabel: boxLabels[0] ?? '',
    job: job.id,
    middle: getCreated(Math.floor(images / 2)),
  };
}

/**
 * Speeds up the load: disables the indexes and triggers of the tables, or enables the triggers again. The caller must rebuild the
 * indexes with `reindex`. Without triggers, PostgreSQL checks no foreign keys and writes no change log. The loader must therefore
 * set the columns that triggers would set.
 */
async function setMaintenance(db: Db, isEnabled: boolean): Promise<void> {
  const tables = sql`any(${[...BULK_LOADED_TABLES]}::regclass[])`;
  if (!isEnabled) await sql`update pg_index set indisready = false, indisvalid = false where indrelid = ${tables}`.execute(db);
  await sql`update pg_class set relhastriggers = ${isEnabled} where oid = ${tables}`.execute(db);
}

/** Runs a transaction with enough memory to sort many rows. */
function runBulkLoad(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '512MB'`.execute(tx);
    await sql`set local maintenance_work_mem = '768MB'`.execute(tx);
    await work(tx);
  });
}
