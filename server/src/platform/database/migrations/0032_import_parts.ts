import { sql, type Kysely } from 'kysely';

/** Stores uploaded files of imports as parts: objects of the file store, ordered by their offset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Number of received bytes. Parts are appended in order.
  await sql`alter table import_file add column received bigint not null default 0`.execute(db);
  await sql`
    create table import_part (
      id uuid primary key default gen_random_uuid(),
      -- null if the file was deleted and the object has yet to be deleted
      file_id uuid references import_file(id) on delete set null,
      -- key of the object while it is being written, so that objects of killed servers can be deleted
      pending text,
      -- key of the object once it is part of the file
      part_key text,
      -- offset of the first byte in the file
      start bigint,
      size bigint,
      created timestamptz not null default clock_timestamp(),
      check (num_nonnulls(pending, part_key) = 1),
      check (num_nonnulls(part_key, start, size) in (0, 3))
    )`.execute(db);
  await sql`create unique index import_part_file on import_part (file_id, start)`.execute(db);
}
