import { sql, type Kysely } from 'kysely';
import { FILE_COLUMNS } from '../tables/file-columns';
import { IS_RESTORABLE_DELETION } from '../tables/restorable-kinds';

/**
 * Creates the list of files whose rows were deleted. Triggers write the list, so that it is complete even if rows are deleted by cascade.
 * A later task deletes the files, unless undo has restored their rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discarded_file (
      file_key text primary key,
      discarded timestamptz not null default now()
    )`.execute(db);
  await sql`create index discarded_file_discarded on discarded_file (discarded)`.execute(db);
  for (const [table, columns] of Object.entries(FILE_COLUMNS)) await discardFilesOfDeletedRows(db, table, columns);
  await discardReplacedMasks(db);
  await sql`
    insert into discarded_file (file_key, discarded)
    select key, max(d.deleted_at) from deleted_product d, jsonb_array_elements(d.links -> 'product_image') i,
      unnest(array[i ->> 'img_key', i ->> 'thumb_key', i ->> 'display_key']) key
    where key is not null group by key`.execute(db);
  // Finds recently deleted rows without reading the other entries, of which there are many more.
  await sql`create index change_deleted on change (workspace_id, id) where ${IS_RESTORABLE_DELETION}`.execute(db);
}

async function discardFilesOfDeletedRows(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  await sql
    .raw(
      `create function discard_files_of_${table}() returns trigger language plpgsql as $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[${columns.map((column) => `o.${column}`).join(', ')}]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger discard_files after delete on ${table} referencing old table as old_rows
        for each statement execute function discard_files_of_${table}()`,
    )
    .execute(db);
}

async function discardReplacedMasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function discard_mask() returns trigger language plpgsql as $$
      begin
        insert into discarded_file (file_key) values (old.mask_key) on conflict (file_key) do update set discarded = now();
        return null;
      end $$`.execute(db);
  await sql`
    create trigger discard_mask after update of mask_key on training_image for each row
      when (old.mask_key is not null and old.mask_key is distinct from new.mask_key) execute function discard_mask()`.execute(db);
}
