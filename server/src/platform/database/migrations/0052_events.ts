import { sql, type Kysely } from 'kysely';

/** Creates the table of events, such as a finished training, and records when the files of an export are complete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event (
      id bigint generated always as identity primary key,
      workspace_id uuid not null references workspace on delete cascade,
      kind text not null,
      time timestamptz not null default clock_timestamp(),
      user_id uuid references app_user on delete set null,
      entity_id uuid,
      data jsonb not null
    )`.execute(db);
  await sql`create index event_workspace on event (workspace_id, id)`.execute(db);
  await sql`create index event_time on event (time)`.execute(db);
  await sql`create index event_user on event (user_id)`.execute(db);
  await sql`alter table export_order add column finished timestamptz`.execute(db);
}
