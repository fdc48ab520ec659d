import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { rebuildFacets } from '../../../../../server/src/data-access/facets';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import type { ListEnvelope } from '../../../../../server/src/testing/api/fixtures';
import type { BenchWorkspace } from './bench-workspace';
import { measureAlternately, percentile, type Cell } from '../../../support/measure';

const TYPE_COUNT = 5;
const GROUPS_PATH = '/similarity/training/v2/group/';
/** Page size of the console's list. */
const PAGE_SIZE = 25;

/** Ids for the filters of the group lists. */
interface BenchGroups {
  count: number;
  /** Id of a group with 5,000 members: three images for every two objects. */
  large: string;
  members: number;
  type: string;
  job: string;
  /** Id of an image that belongs to groups. */
  image: string;
}

/** Creates groups with up to three images and two objects each, and one large group, by SQL. */
export async function loadGroups(db: Db, { workspaceId }: BenchWorkspace, groups: number, members = 5000): Promise<BenchGroups> {
  const workspace = sql`${workspaceId}::uuid`;
  const job = await db
    .insertInto('annotation_job')
    .values({ workspace_id: workspaceId, name: 'Groups', type: 'similarity' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const types = await db
    .insertInto('similarity_type')
    .values(Array.from({ length: TYPE_COUNT }, (_, index) => ({ workspace_id: workspaceId, name: `Type ${index}` })))
    .returning('id')
    .execute();
  const typeIds = types.map(({ id }) => id);
  const largeGroup = await db
    .insertInto('similarity_group')
    .values({ workspace_id: workspaceId, name: 'Large', type_id: typeIds[0] ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    // Skip the foreign-key checks, because all referenced rows exist.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into similarity_group (workspace_id, name, type_id, test_group, created)
      select ${workspace}, 'Group ' || md5(n::text), (${typeIds}::uuid[])[1 + n % ${sql.lit(TYPE_COUNT + 1)}], n % 10 = 0, now() - n * interval '1 second'
      from generate_series(1, ${groups - 1}::int) n`.execute(tx);
    await sql`create temporary table numbered on commit drop as
      select id, row_number() over (order by id) as n from similarity_group where workspace_id = ${workspace} and id <> ${largeGroup.id}`.execute(
      tx,
    );
    await sql`
      insert into group_image (group_id, image_id, workspace_id)
      select g.id, i.id, ${workspace} from numbered g
      cross join lateral generate_series(1, g.n % 4) k
      join training_image i on i.workspace_id = ${workspace} and i.seq = (g.n * 4 + k) % (select count(*) from training_image where workspace_id = ${workspace})`.execute(
      tx,
    );
    await sql`
      insert into group_object (group_id, object_id, workspace_id)
      select g.id, o.id, ${workspace} from numbered g
      cross join lateral generate_series(1, g.n % 3) k
      join detection_object o on o.workspace_id = ${workspace} and o.seq = (g.n * 3 + k) % (select count(*) from detection_object where workspace_id = ${workspace})`.execute(
      tx,
    );
    await sql`
      insert into group_image (group_id, image_id, workspace_id)
      select ${largeGroup.id}, id, ${workspace} from training_image where workspace_id = ${workspace} order by seq limit ${(members * 3) / 5}`.execute(
      tx,
    );
    await sql`
      insert into group_object (group_id, object_id, workspace_id)
      select ${largeGroup.id}, id, ${workspace} from detection_object where workspace_id = ${workspace} order by seq limit ${(members * 2) / 5}`.execute(
      tx,
    );
    await sql`
      insert into similarity_verification (workspace_id, group_id, user_id)
      select ${workspace}, g.id, m.user_id from numbered g join membership m on m.workspace_id = ${workspace} where g.n % 10 < 3`.execute(
      tx,
    );
    await sql`
      insert into job_item (job_id, workspace_id, group_id) select ${job.id}::uuid, ${workspace}, id from numbered where n % 20 = 0`.execute(
      tx,
    );
  });
  await rebuildFacets(db, workspaceId);
  await sql`vacuum analyze`.execute(db);
  const { image_id: image } = await db
    .selectFrom('group_image')
    .select('image_id')
    .where('group_id', '=', largeGroup.id)
    .executeTakeFirstOrThrow();
  return { count: groups, large: largeGroup.id, members, type: typeIds[1] ?? '', job: job.id, image };
}

export const GROUPS_HEADER = ['groups', 'count', 'HTTP p50', 'HTTP p95'];

/** Measures lists with each filter and sort order, deep pages, and the large group. Returns table rows in milliseconds. */
export async function measureGroups(client: TestClient, groups: BenchGroups, rounds: number): Promise<Cell[][]> {
  const listQueries: Record<string, Record<string, string | number | boolean>> = {
    'no filter': {},
    'page 300': { page: Math.max(1, Math.floor((groups.count * 3) / 4 / PAGE_SIZE)) },
    test: { test: true },
    train: { test: false },
    empty: { empty: true },
    '1 member': { count: 1 },
    '3+ members': { count: 3 },
    verified: { verified: 1 },
    'not verified': { verified: 0 },
    'by name': { search: 'abc' },
    'of a type': { type: groups.type },
    'without a type': { type: 'None' },
    'in a job': { similarityjob: groups.job },
    'not in a job': { similarityjob: groups.job, not_in: 'True' },
    'with an image': { image: groups.image },
    'sorted by type': { ordering: 'type' },
    'newest first': { ordering: '-created' },
    'five filters': { test: false, verified: 0, count: 3, search: 'a', type: groups.type },
  };
  const rows: Cell[][] = [];
  for (const [name, filter] of Object.entries(listQueries)) {
    const requestPage = async () =>
      expectBody<ListEnvelope<unknown>>(await client.get(GROUPS_PATH, { page_size: PAGE_SIZE, ...filter }));
    const { count } = await requestPage();
    const [durations = []] = await measureAlternately(rounds, [requestPage]);
    rows.push([name, String(count), percentile(durations, 0.5), percentile(durations, 0.95)]);
  }
  const path = `${GROUPS_PATH}${groups.large}`;
  const groupMembers = { images: [groups.image] };
  const readGroup = async () => expectBody(await client.get(path));
  const removeAndAdd = async (query: Record<string, string>) => {
    expectBody(await client.post(`${path}/remove-images`, groupMembers, { query }));
    expectBody(await client.post(`${path}/add-images`, groupMembers, { query }));
  };
  const [readDurations = [], addAllDurations = [], changeDurations = []] = await measureAlternately(Math.min(rounds, 30), [
    readGroup,
    () => removeAndAdd({}),
    () => removeAndAdd({ answer: 'changes' }),
  ]);
  const toRow = (name: string, durations: number[]): Cell[] => [
    name,
    String(groups.members),
    percentile(durations, 0.5),
    percentile(durations, 0.95),
  ];
  return [
    ...rows,
    toRow('the large group', readDurations),
    toRow('remove and add one, complete response', addAllDurations),
    toRow('remove and add one, response with changes', changeDurations),
  ];
}
