import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/** Stores the embedding models that workspaces upload (ADR 0058). A later task deletes the files of deleted and replaced models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table embedding_model (
      workspace_id uuid primary key references workspace (id) on delete cascade,
      -- grows with each change, so that embeddings of another model have another version; the row stays when the model is deleted
      number int not null,
      -- null if the built-in model is used again
      file_key text,
      name text not null,
      format jsonb not null,
      created timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function discard_embedding_model() returns trigger language plpgsql as $$
      begin
        insert into discarded_file (file_key, discarded) values (old.file_key, '-infinity') on conflict do nothing;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger discard_embedding_model after delete or update on embedding_model
      for each row when (old.file_key is not null) execute function discard_embedding_model()`.execute(db);
  await createJobAccess(db);
}
