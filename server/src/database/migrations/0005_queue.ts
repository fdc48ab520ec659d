import { sql, type Kysely } from 'kysely';

/**
 * The queue is a library's from here on, in a schema of its own; the row of long work keeps what is wanted and how it
 * ended. `attempt` numbers the attempts, so that one that was overtaken can change nothing; `attempts` counts the servers
 * that died over it since its last step.
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
