import { sql, type Kysely } from 'kysely';

/**
 * Stores what imported files declare about images, shapes and groups: who created, annotated or verified them, and when. These
 * people need not be users, so the table has no foreign key to users.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table declared_provenance (
      workspace_id uuid not null references workspace(id) on delete cascade,
      -- no foreign key, because the facts outlive the import
      import_id uuid not null,
      -- the user who ran the import; null if the operator did
      imported_by uuid,
      imported timestamptz not null default now(),
      -- path of the file that declares the facts
      file text not null check (octet_length(file) <= 2048),
      relation text not null,
      -- the image of a shape, otherwise the row itself
      subject_id uuid not null,
      -- no foreign key, because undo may restore a deleted row
      row_id uuid not null,
      facts jsonb not null check (octet_length(facts::text) <= 65536)
    )`.execute(db);
  await sql`create index declared_provenance_subject on declared_provenance (workspace_id, subject_id)`.execute(db);
}
