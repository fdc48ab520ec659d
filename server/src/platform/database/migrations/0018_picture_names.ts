import { sql, type Kysely } from 'kysely';

/** Limit for names from meta data, because a B-tree entry can have at most 2,704 bytes. */
const NAME_LENGTH = 255;

/**
 * Adds the file name of an image, computed from the meta data, for sorting and searching the list. It is a column, because
 * PostgreSQL supports index-only scans for columns but not for expressions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table training_image add column file_name text collate "C" generated always as (
      case when jsonb_typeof(meta_data -> 'filename') = 'string'
        then nullif(left(lower(btrim(meta_data ->> 'filename')), ${sql.lit(NAME_LENGTH)}), '') end
    ) stored`.execute(db);
  await sql`create index training_image_file_name on training_image (workspace_id, file_name, seq desc)`.execute(db);
  await addTrigramIndex(db);
}

/** Adds a trigram index for parts of names if the extension is available. Otherwise a search scans the index by name, which is slower. */
async function addTrigramIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index training_image_name_parts on training_image using gin (file_name gin_trgm_ops) where file_name is not null;
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
      raise notice 'No index of parts of names: %', sqlerrm;
    end
    $$`.execute(db);
}
