import { sql, type Kysely } from 'kysely';

/**
 * Lets a queue library (graphile-worker) run background work, with tables in a schema of its own. The row of the work stores
 * input and outcome. `attempt` numbers the attempts, so that an attempt that was replaced by a later one can change nothing.
 * `attempts` counts the servers that died during the work since its last step.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index long_work_waiting`.execute(db);
  await sql`
    alter table long_work
      add column attempt int not null default 0,
      drop column leased_until,
      drop column worker`.execute(db);
  await sql`update long_work set attempts = 0`.execute(db);
  await sql`create index long_work_unfinished on long_work (id) where state in ('queued', 'running')`.execute(db);
}
