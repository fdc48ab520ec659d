import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Stores the output of the encoder of the interactive segmentation model (ADR 0112). A trigger lists the files of deleted rows for
 * deletion by the next run, because they can be computed again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table image_embedding (
      image_id uuid not null references training_image (id) on delete cascade,
      model text not null,
      file text not null,
      bytes integer not null,
      shape integer[] not null,
      used timestamptz not null default now(),
      primary key (image_id, model)
    )`.execute(db);
  await sql`create index image_embedding_used on image_embedding (used)`.execute(db);
  await sql`
    create function discard_embedding() returns trigger language plpgsql as $$
      begin
        insert into discarded_file (file_key, discarded) select file, '-infinity' from old_rows on conflict do nothing;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger discard_embedding after delete on image_embedding referencing old table as old_rows
      for each statement execute function discard_embedding()`.execute(db);
  await createJobAccess(db);
}
