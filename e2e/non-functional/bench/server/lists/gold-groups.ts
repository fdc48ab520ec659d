import { sql } from 'kysely';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, TestClient } from '../../../../../server/src/testing/api/client';
import type { BenchWorkspace } from './bench-workspace';

/** Number of members of each group of a similarity job. */
const MEMBER_COUNT = 10;

interface GroupBenchIds {
  task: string;
  job: string;
  /** API token of an annotator of the job. */
  token: string;
  workspaceId: string;
}

/**
 * Adds a similarity job with as many ordinary groups as gold-standard groups. The measured annotator gets both kinds alternately.
 * The other annotators already have a score for each gold-standard group.
 */
export async function loadGroups(db: Db, { workspaceId }: BenchWorkspace, goldGroupCount: number): Promise<GroupBenchIds> {
  const workspace = sql`${workspaceId}::uuid`;
  const token = 'groups0000000000000000000000000000000000';
  return db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const insertWithName = async (table: 'similarity_task' | 'similarity_type') =>
      (await trx.insertInto(table).values({ workspace_id: workspaceId, name: 'Alike' }).returning('id').executeTakeFirstOrThrow())
        .id;
    const [task, type] = [await insertWithName('similarity_task'), await insertWithName('similarity_type')];
    const { id: job } = await trx
      .insertInto('annotation_job')
      .values({ workspace_id: workspaceId, name: 'Alike', type: 'similarity', gold_rate: 0.5 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into similarity_task_type (task_id, type_id, workspace_id) values (${task}, ${type}, ${workspace})`.execute(
      trx,
    );
    await sql`
      insert into app_user (email, username, password_hash, api_token)
      values ('groups@bench.example', 'Groups', 'none', ${token})`.execute(trx);
    await sql`
      insert into membership (workspace_id, user_id, role)
      select ${workspace}, id, 'annotator' from app_user where api_token = ${token}`.execute(trx);
    await sql`
      insert into similarity_group (workspace_id, name, type_id)
      select ${workspace}, 'Group ' || n, ${type} from generate_series(1, ${2 * goldGroupCount}::int) n`.execute(trx);
    await sql`
      with each as (
        select id, row_number() over (order by id) as n from similarity_group where workspace_id = ${workspace} and type_id = ${type})
      insert into group_image (group_id, image_id, workspace_id)
      select g.id, i.id, ${workspace} from each g join training_image i on i.workspace_id = ${workspace} and i.seq / ${MEMBER_COUNT}::int = g.n`.execute(
      trx,
    );
    await sql`
      insert into gold_item (workspace_id, domain, task_id, group_id, labels, shapes, members, source)
      select ${workspace}, 'similarity', ${task}, g.id, jsonb_build_array(jsonb_build_object('label', ${type}::text, 'value', null)), '[]',
        (select jsonb_agg(jsonb_build_object('kind', 'image', 'id', m.image_id)) from group_image m where m.group_id = g.id), 'selection'
      from similarity_group g where g.workspace_id = ${workspace} and g.type_id = ${type} order by g.id limit ${goldGroupCount}`.execute(
      trx,
    );
    await sql`
      insert into job_item (job_id, workspace_id, group_id, gold_id)
      select ${job}, ${workspace}, g.id, o.id from similarity_group g left join gold_item o on o.group_id = g.id
      where g.workspace_id = ${workspace} and g.type_id = ${type}`.execute(trx);
    await sql`
      insert into gold_score (gold_id, user_id, job_id, item_id, workspace_id, revision, weight, counts, label_counts, differences)
      select o.id, m.user_id, ${job}, i.id, ${workspace}, 1, 1, c.counts, jsonb_build_object(${type}::text, c.counts), '[]'
      from gold_item o join job_item i on i.gold_id = o.id
        join membership m on m.workspace_id = o.workspace_id and m.role = 'annotator'
          and not exists (select from app_user u where u.id = m.user_id and u.api_token = ${token})
        cross join lateral (select jsonb_build_object('matched', ${MEMBER_COUNT}::int, 'missing', 0, 'extra', (random() * 2)::int,
          'similarity', ${MEMBER_COUNT}::int, 'sameLabel', ${MEMBER_COUNT}::int, 'values', 0, 'valueError', 0, 'attributes', 0,
          'sameAttributes', 0) as counts, o.id) c
      where o.task_id = ${task}`.execute(trx);
    return { task, job, token, workspaceId };
  });
}

/**
 * Measures marking groups of a similarity job as done, as an annotator. Half of the groups are gold-standard groups. Returns the
 * durations in milliseconds.
 */
export async function measureGroups(
  origin: string,
  { job, token, workspaceId: workspace }: GroupBenchIds,
  rounds: number,
): Promise<number[]> {
  const client = new TestClient(origin, `Token ${token}`);
  const path = `/annotate/v2/similarityjob/${job}`;
  const durations: number[] = [];
  while (durations.length < rounds) {
    const { results } = expectBody<{ results: string[] }>(await client.get(`${path}/get-batch/`, { workspace }));
    if (results.length === 0) throw new Error('The similarity job has no groups left');
    for (const group of results) {
      const start = performance.now();
      expectBody(await client.post(`${path}/mark-done`, { items: [group], workspace }));
      durations.push(performance.now() - start);
    }
  }
  return durations;
}
