import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { setUpTestServer } from '../../testing/api/test-server';

const server = setUpTestServer();

// If one of these tests fails after an upgrade, compare queue-locks.ts with the library: sql/*.sql, getJobs, completeJobs and
// returnJobs. Also check whether the patch in patches/ is still needed.

it('uses private tables of this release of graphile-worker only', async () => {
  const manifest = join(dirname(require.resolve('graphile-worker')), '..', 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const { rows } = await sql`select max(id) as migration from graphile_worker.migrations`.execute(server.db);
  expect([version, rows]).toEqual(['0.17.3', [{ migration: 19 }]]);
});

it('knows all columns of the tables of jobs and queues', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table,
      array_agg(concat_ws(' ', column_name, udt_name, generation_expression) order by column_name collate "C") as columns
    from information_schema.columns
    where table_schema = 'graphile_worker' and table_name in ('_private_jobs', '_private_job_queues')
    group by table_name order by table_name collate "C"`.execute(server.db);
  expect(rows).toEqual([
    {
      table: '_private_job_queues',
      columns: ['id int4', 'is_available bool (locked_at IS NULL)', 'locked_at timestamptz', 'locked_by text', 'queue_name text'],
    },
    {
      table: '_private_jobs',
      columns: [
        ...['attempts int2', 'created_at timestamptz', 'flags jsonb', 'id int8'],
        ...['is_available bool ((locked_at IS NULL) AND (attempts < max_attempts))', 'job_queue_id int4', 'key text'],
        ...['last_error text', 'locked_at timestamptz', 'locked_by text', 'max_attempts int2', 'payload json', 'priority int2'],
        ...['revision int4', 'run_at timestamptz', 'task_id int4', 'updated_at timestamptz'],
      ],
    },
  ]);
});

it('finds no trigger that reacts to an unlocked job or queue', async () => {
  const { rows } = await sql`
    select trigger_name from information_schema.triggers where trigger_schema = 'graphile_worker'`.execute(server.db);
  expect(rows).toEqual([]);
});
