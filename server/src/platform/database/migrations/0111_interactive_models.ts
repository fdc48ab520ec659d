import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Stores the interactive segmentation models that workspaces upload (ADR 0112). A later task deletes the files of deleted and
 * replaced models.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table interactive_model (
      workspace_id uuid primary key references workspace (id) on delete cascade,
      encoder_key text not null,
      decoder_key text not null,
      description text not null,
      created timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function discard_interactive_model() returns trigger language plpgsql as $$
      begin
        insert into discarded_file (file_key, discarded)
        values (old.encoder_key, '-infinity'), (old.decoder_key, '-infinity') on conflict do nothing;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger discard_interactive_model after delete or update on interactive_model
      for each row execute function discard_interactive_model()`.execute(db);
  await createJobAccess(db);
}
