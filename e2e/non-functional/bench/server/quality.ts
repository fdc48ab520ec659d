import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { connect, type Db } from '../../../../server/src/platform/database/connection';
import { findRunningDatabase } from '../../../../server/src/platform/database/supervisor';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import { formatTable, measureAlternately, percentile, type Cell } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { startApi } from '../../support/server-process';
import { loadWorkspace, type BenchWorkspace } from './lists/bench-workspace';
import { loadGroups, measureGroups } from './lists/gold-groups';

/** Maximum 95th percentile of the response time of a quality report, in milliseconds. */
const MAX_REPORT_P95_MS = 300;
/**
 * Maximum of the 95th percentile of marking a gold-standard item as done, in milliseconds. The call stores the score before it responds.
 */
const MAX_VERIFY_MS = 1000;
/** Number of shapes in each gold-standard item, and in the annotation that a user marks as done. */
const SHAPE_COUNT = 20;
const REPORT_PATH = '/annotate/v2/quality-report/';
const LABEL_COUNT = 5;
const WEEK_COUNT = 12;

interface Scores {
  task: string;
  user: string;
  label: string;
  count: number;
}

/**
 * Measures the quality reports of an image job with 100,000 items and 20 annotators, and of a similarity job. Also measures marking
 * gold-standard items and groups as done, which computes a score. Each annotator has done all gold-standard items. Uses a server
 * with a temporary data folder. The exit code is 1 if a limit is exceeded.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      items: { type: 'string', default: '100000' },
      gold: { type: 'string', default: '500' },
      people: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '40' },
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-quality-'));
  const api = await startApi(dataDir);
  const db = connect(findRunningDatabase(dataDir, 'console'), { max: 2 });
  try {
    print(formatLoad());
    const bench = await loadWorkspace(db, Number(values.items));
    const scores = await loadScores(db, bench, Number(values.gold), Number(values.people));
    print(`${scores.count} scores loaded`);
    const client = new TestClient(api.origin, `Token ${bench.apiToken}`);
    const groups = await loadGroups(db, bench, Number(values.gold));
    const { rows, exceeded } = await measureReports(client, bench, { ...scores, groups: groups.task }, Number(values.rounds));
    const verifications = await measureVerifications(api.origin, db, bench, scores.task, Number(values.rounds));
    const slowest = percentile(verifications, 0.95);
    rows.push(['Verify with score', percentile(verifications, 0.5), slowest, MAX_VERIFY_MS]);
    if (slowest > MAX_VERIFY_MS) exceeded.push('Verify with score');
    const groupVerifications = await measureGroups(api.origin, groups, Number(values.rounds));
    const slowestGroup = percentile(groupVerifications, 0.95);
    rows.push(['Mark a group as done', percentile(groupVerifications, 0.5), slowestGroup, MAX_VERIFY_MS]);
    if (slowestGroup > MAX_VERIFY_MS) exceeded.push('Mark a group as done');
    print(`\n${formatTable(['quality', 'HTTP p50', 'HTTP p95', 'limit'], rows)}`);
    print(formatLoad());
    print(exceeded.length === 0 ? 'All limits are met.' : `Limits exceeded: ${exceeded.join('; ')}`);
    process.exitCode = exceeded.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Adds all images to the job. Makes the first images gold-standard items, and stores a score of each annotator for each item. */
async function loadScores(
  db: Db,
  { workspaceId, job }: BenchWorkspace,
  goldImageCount: number,
  userCount: number,
): Promise<Scores> {
  const workspace = sql`${workspaceId}::uuid`;
  const task = await db
    .insertInto('detection_task')
    .values({ workspace_id: workspaceId, name: 'Boxes' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const labels = await db
    .selectFrom('detection_label')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .limit(LABEL_COUNT)
    .execute();
  const ids = labels.map(({ id }) => id);
  const { rows: users } = await sql<{ id: string }>`
    insert into app_user (email, username, password_hash, api_token)
    select 'person' || n || '@bench.example', 'Person ' || n, 'none', md5(n::text) || 'quality0' from generate_series(1, ${userCount}::int) n returning id`.execute(
    db,
  );
  const userIds = users.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into job_item (job_id, workspace_id, image_id)
      select ${job}::uuid, workspace_id, id from training_image where workspace_id = ${workspace} and seq % 20 > 0`.execute(trx);
    await sql`
      insert into membership (workspace_id, user_id, role) select ${workspace}, id, 'annotator' from unnest(${userIds}::uuid[]) id`.execute(
      trx,
    );
    await sql`
      insert into gold_item (workspace_id, domain, task_id, image_id, labels, shapes, source)
      select ${workspace}, 'detection', ${task.id}::uuid, id, '[]', '[]', 'selection' from training_image
      where workspace_id = ${workspace} order by seq limit ${goldImageCount}`.execute(trx);
    await sql`
      insert into gold_score (gold_id, user_id, job_id, item_id, workspace_id, revision, scored, weight, counts, label_counts, differences)
      select g.id, u.id, ${job}::uuid, i.id, ${workspace}, 1, now() - make_interval(secs => random() * ${WEEK_COUNT * 7 * 86_400}), 1, c.counts,
        coalesce((select jsonb_object_agg(l.id, c.counts) from unnest(${ids}::uuid[]) l(id) where random() < 0.6), '{}'),
        case when c.extra > 0 then jsonb_build_array(jsonb_build_object('kind', 'extra', 'box', array[1, 1, 9, 9], 'label', null)) else '[]' end
      from gold_item g join job_item i on i.image_id = g.image_id and i.job_id = ${job} cross join unnest(${userIds}::uuid[]) u(id)
        cross join lateral (select (random() * 1.2 + length(g.id::text) * 0)::int as extra, (2 + random() * 20)::int as matched, u.id) n
        cross join lateral (select n.extra, jsonb_build_object('matched', n.matched, 'missing', n.extra, 'extra', n.extra,
          'similarity', n.matched * 0.9, 'sameLabel', n.matched - n.extra, 'values', 0, 'valueError', 0, 'attributes', n.matched,
          'sameAttributes', n.matched) as counts) c
      where g.workspace_id = ${workspace}`.execute(trx);
  });
  await db
    .insertInto('quality_target')
    .values({ workspace_id: workspaceId, domain: 'detection', task_id: task.id, target: 0.95 })
    .execute();
  await sql`analyze`.execute(db);
  return { task: task.id, user: userIds[0]!, label: ids[0]!, count: goldImageCount * userCount };
}

/**
 * Adds an annotator to a job with independent annotators, and marks gold-standard items as done. Returns the durations in
 * milliseconds.
 */
async function measureVerifications(
  origin: string,
  db: Db,
  { workspaceId, job, boxLabel }: BenchWorkspace,
  task: string,
  rounds: number,
): Promise<number[]> {
  const token = 'verify0000000000000000000000000000000000';
  const { rows: images } = await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into app_user (email, username, password_hash, api_token)
      values ('verify@bench.example', 'Verify', 'none', ${token})`.execute(trx);
    const user = sql`(select id from app_user where api_token = ${token})`;
    await sql`insert into membership (workspace_id, user_id, role) values (${workspaceId}, ${user}, 'annotator')`.execute(trx);
    await sql`update annotation_job set blind = true where id = ${job}`.execute(trx);
    await sql`insert into detection_task_label (task_id, label_id, workspace_id) values (${task}, ${boxLabel}, ${workspaceId})`.execute(
      trx,
    );
    const selectShapes = (offset: number) => sql`(
      select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'version', 1, 'kind', 'object', 'label', ${boxLabel}::text, 'labels', '[]'::jsonb,
        'data', array[n * 100, 10, n * 100 + 80, 90 + ${offset}::int])) from generate_series(0, ${SHAPE_COUNT - 1}::int) n)`;
    await sql`update gold_item set shapes = ${selectShapes(0)} where task_id = ${task}`.execute(trx);
    await sql`update job_item i set gold_id = g.id from gold_item g where g.image_id = i.image_id and i.job_id = ${job}`.execute(
      trx,
    );
    await sql`
      insert into item_layer (job_id, item_id, user_id, workspace_id, shapes)
      select job_id, id, ${user}, workspace_id, ${selectShapes(5)} from job_item where job_id = ${job} and gold_id is not null`.execute(
      trx,
    );
    return sql<{
      id: string;
    }>`select image_id as id from job_item where job_id = ${job} and gold_id is not null limit ${rounds}`.execute(trx);
  });
  const client = new TestClient(origin, `Token ${token}`);
  const durations: number[] = [];
  for (const { id } of images) {
    const start = performance.now();
    expectBody(await client.post(`/annotate/v2/imagejob/${job}/mark-done`, { items: [id], workspace: workspaceId }));
    durations.push(performance.now() - start);
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from gold_score s join app_user u on u.id = s.user_id
    where u.api_token = ${token} and (s.counts ->> 'matched')::int = ${SHAPE_COUNT}`.execute(db);
  if (rows[0]?.n !== images.length) throw new Error('Verify has stored no score');
  return durations;
}

async function measureReports(
  client: TestClient,
  { workspaceId, job }: BenchWorkspace,
  { task, user, label, groups }: Scores & { groups: string },
  rounds: number,
): Promise<{ rows: Cell[][]; exceeded: string[] }> {
  const reads: readonly (readonly [name: string, path: string, query: Record<string, string>])[] = [
    ['report of a task', REPORT_PATH, { task }],
    ['report of a job', REPORT_PATH, { task, job }],
    ['report of a person', REPORT_PATH, { task, job, user }],
    ['tasks with scores', '/annotate/v2/quality-task/', { job }],
    ['items, first page', `${REPORT_PATH}item/`, { task }],
    ['items of a label and person', `${REPORT_PATH}item/`, { task, label, user }],
    ['appeals', '/annotate/v2/gold-appeal/', { task }],
    ['report of a similarity task', REPORT_PATH, { task: groups }],
    ['items of a similarity task', `${REPORT_PATH}item/`, { task: groups }],
  ];
  const durations = await measureAlternately(
    rounds,
    reads.map(
      ([, path, query]) =>
        async () =>
          void expectBody(await client.get(path, { workspace: workspaceId, ...query })),
    ),
    2,
  );
  const rows = reads.map(([name], index): Cell[] => {
    const times = durations[index] ?? [];
    return [name, percentile(times, 0.5), percentile(times, 0.95), MAX_REPORT_P95_MS];
  });
  return { rows, exceeded: rows.filter(([, , p95]) => Number(p95) > MAX_REPORT_P95_MS).map(([name]) => String(name)) };
}

ignoreClosedOutput();
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
