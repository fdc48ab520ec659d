import { sql } from 'kysely';
import { verificationSyncs } from '../../recognition/images/verify';
import type { Db } from '../../database/connection';
import type { FacetSync } from '../../facets';
import type { KeptFacts, RunItem } from './batch';
import type { PutImage } from './images';
import type { Made } from './labels';

interface Putting {
  importId: string;
  workspaceId: string;
  batch: readonly RunItem[];
  images: ReadonlyMap<number, PutImage>;
}

interface PutFacts {
  syncs: FacetSync[];
  created: Made['created'];
}

interface Of {
  n: number;
  image: string;
  facts: KeptFacts;
}

/**
 * What is said of new pictures besides labels and shapes: verifications of people who are members here, groups and jobs by their names.
 * Pictures that were there keep theirs. How many there are of each is kept with the picture, to tell what people add.
 */
export async function putFacts(trx: Db, { importId, workspaceId, batch, images }: Putting): Promise<PutFacts> {
  const of = batch.flatMap(({ n, facts }): Of[] => {
    const image = images.get(n);
    return facts && image && 'id' in image && image.isNew ? [{ n, image: image.id, facts }] : [];
  });
  const verified = await putVerifications(trx, workspaceId, of);
  const groups = await putGroups(trx, workspaceId, of);
  const jobs = await putJobs(trx, workspaceId, of);
  if (verified.length + groups.images.length + jobs.images.length > 0) await keepCounts(trx, importId, of);
  return {
    syncs: [
      ...verificationSyncs(verified),
      { of: 'image', ids: groups.images, kinds: ['image.grouped'] },
      { of: 'image', ids: jobs.images, kinds: ['image.job'], refs: jobs.ids },
      { of: 'objects of image', ids: jobs.images, kinds: ['object.job'], refs: jobs.ids },
    ],
    created: [...groups.created, ...jobs.created],
  };
}

async function putVerifications(trx: Db, workspaceId: string, of: readonly Of[]): Promise<string[]> {
  const verified = of.flatMap(({ image, facts }) => (facts.verified_by ?? []).map((each) => ({ image, ...each })));
  if (verified.length === 0) return [];
  const { rows } = await sql<{ image_id: string }>`
    insert into image_verification (workspace_id, image_id, user_id, created)
    select ${workspaceId}, v.image, u.id, v.created
    from jsonb_to_recordset(${JSON.stringify(verified)}::jsonb) as v(image uuid, email text, created timestamptz)
    join app_user u on lower(u.email) = lower(v.email)
    join membership m on m.user_id = u.id and m.workspace_id = ${workspaceId}
    on conflict do nothing returning image_id`.execute(trx);
  return [...new Set(rows.map(({ image_id }) => image_id))];
}

/** Finds rows of the workspace by their names, and creates those that there are none of. */
async function named(
  trx: Db,
  table: 'similarity_group' | 'annotation_job',
  workspaceId: string,
  names: readonly string[],
): Promise<{ ids: Map<string, string>; created: Made['created'] }> {
  const isJob = table === 'annotation_job';
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (name) id, name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and name = any(${names}::text[]) ${isJob ? sql`and type = 'image'` : sql``}
    order by name, created, id`.execute(trx);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = [...new Set(names)].filter((name) => !ids.has(name));
  const made = await sql<{ id: string; name: string }>`
    insert into ${sql.table(table)} (workspace_id, name ${isJob ? sql`, type` : sql``})
    select ${workspaceId}, name ${isJob ? sql`, 'image'` : sql``} from unnest(${missing}::text[]) as name returning id, name`.execute(
    trx,
  );
  for (const { id, name } of made.rows) ids.set(name, id);
  return { ids, created: made.rows.map(({ id }) => ({ table, id })) };
}

async function putGroups(trx: Db, workspaceId: string, of: readonly Of[]) {
  const rows = of.flatMap(({ image, facts }) => (facts.groups ?? []).map((group) => ({ image, group })));
  if (rows.length === 0) return { images: [], created: [] };
  const { ids, created } = await named(
    trx,
    'similarity_group',
    workspaceId,
    rows.map(({ group }) => group),
  );
  const members = rows.map(({ image, group }) => ({ image, group: ids.get(group) }));
  await sql`
    insert into group_image (group_id, image_id, workspace_id)
    select "group", image, ${workspaceId} from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as t("group" uuid, image uuid)
    on conflict do nothing`.execute(trx);
  return { images: [...new Set(rows.map(({ image }) => image))], created };
}

async function putJobs(trx: Db, workspaceId: string, of: readonly Of[]) {
  const rows = of.flatMap(({ image, facts }) => (facts.jobs ?? []).map(({ name, done }) => ({ image, name, done })));
  if (rows.length === 0) return { images: [], ids: [], created: [] };
  const { ids, created } = await named(
    trx,
    'annotation_job',
    workspaceId,
    rows.map(({ name }) => name),
  );
  const items = rows.map(({ image, name, done }) => ({ image, job: ids.get(name), done }));
  await sql`
    insert into job_item (job_id, workspace_id, image_id, done_count)
    select j.id, ${workspaceId}, t.image, case when t.done then j.todo_number else 0 end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as t(image uuid, job uuid, done boolean) join annotation_job j on j.id = t.job
    on conflict do nothing`.execute(trx);
  return { images: [...new Set(rows.map(({ image }) => image))], ids: [...new Set(ids.values())], created };
}

async function keepCounts(trx: Db, importId: string, of: readonly Of[]): Promise<void> {
  const rows = of.map(({ n, image }) => ({ n, image }));
  await sql`
    update import_item t set facts = t.facts || jsonb_build_object(
      'made_verifications', (select count(*) from image_verification v where v.image_id = r.image),
      'made_groups', (select count(*) from group_image g where g.image_id = r.image),
      'made_jobs', (select count(*) from job_item j where j.image_id = r.image))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, image uuid)
    where t.import_id = ${importId} and t.n = r.n`.execute(trx);
}
