import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

const ANNOTATION_TABLES = ['detection_object', 'polygon', 'point', 'image_label', 'object_label'];

/**
 * Adds the source (import, model or API) of shapes and labels that no user created. Also merges equal declarations of imported
 * files about the shapes of an image into one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ANNOTATION_TABLES)
    // Null if a user has created the annotation.
    await sql`alter table ${sql.table(table)} add column source text check (source in ('prediction', 'copy'))`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => ANNOTATION_TABLES.includes(name))) await logTable(db, table);

  await sql`drop index declared_provenance_subject`.execute(db);
  await sql`alter table declared_provenance rename to declared_provenance_by_row`.execute(db);
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
      -- the image of shapes, otherwise the row itself
      subject_id uuid not null,
      -- the rows about which the file declares these facts; no foreign keys, because undo may restore a deleted row
      row_ids uuid[] not null check (cardinality(row_ids) > 0),
      facts jsonb not null check (octet_length(facts::text) <= 65536)
    )`.execute(db);
  await sql`
    insert into declared_provenance (workspace_id, import_id, imported_by, imported, file, relation, subject_id, row_ids, facts)
    select workspace_id, import_id, imported_by, imported, file, relation, subject_id, array_agg(row_id), facts
    from declared_provenance_by_row group by workspace_id, import_id, imported_by, imported, file, relation, subject_id, facts`.execute(
    db,
  );
  await sql`drop table declared_provenance_by_row`.execute(db);
  await sql`create index declared_provenance_subject on declared_provenance (workspace_id, subject_id)`.execute(db);
}
