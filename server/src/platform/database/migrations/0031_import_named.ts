import { sql, type Kysely } from 'kysely';

/** Creates the groups and jobs that the files of an import declare. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_named (
      import_id uuid not null references data_import(id) on delete cascade,
      kind text not null check (kind in ('group', 'job')),
      -- its id in the files, or its name where they have no more
      said text not null,
      -- in the order of the files
      n int not null,
      name text not null,
      -- empty: the files have its name alone
      data jsonb not null,
      -- ids that it gets here: the same each time, and the one for when that is in the trash
      own uuid not null,
      spare uuid not null,
      -- what of the workspace it is; without a reference: that may be deleted
      made uuid,
      -- this import has made it
      is_new boolean not null default false,
      primary key (import_id, kind, said)
    )`.execute(db);
}
