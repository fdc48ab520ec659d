import { sql, type Kysely } from 'kysely';

/** Creates the table of groups and jobs that the files of an import declare. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_named (
      import_id uuid not null references data_import(id) on delete cascade,
      kind text not null check (kind in ('group', 'job')),
      -- id of the entity in the files, or its name if they declare no id
      said text not null,
      -- position in the files
      n int not null,
      name text not null,
      -- empty if the files contain only the name
      data jsonb not null,
      -- id in the workspace, the same for each import; spare is used if that id is in the trash
      own uuid not null,
      spare uuid not null,
      -- id of the matching row in the workspace; no foreign key, because the row may be deleted
      made uuid,
      -- whether this import has created the row
      is_new boolean not null default false,
      primary key (import_id, kind, said)
    )`.execute(db);
}
