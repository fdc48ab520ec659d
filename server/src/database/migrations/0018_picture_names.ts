import { sql, type Kysely } from 'kysely';

/** Of a name: a btree takes no entry of more than 2,704 bytes, and meta data are anybody's. */
const NAME_LENGTH = 255;

/**
 * The name of a picture's file as the list sorts and searches it, computed from the meta data: a column and not an index on the
 * expression, for only of a column can PostgreSQL read an order out of the index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table training_image add column file_name text collate "C" generated always as (
      case when jsonb_typeof(meta_data -> 'filename') = 'string'
        then nullif(left(lower(btrim(meta_data ->> 'filename')), ${sql.lit(NAME_LENGTH)}), '') end
    ) stored`.execute(db);
  await sql`create index training_image_file_name on training_image (workspace_id, file_name, seq desc)`.execute(db);
  await withTrigrams(db);
}

/**
 * An index by parts of names, where the server has the extension and lets us: a search without it reads the index by name, which
 * takes longer, and finds the same.
 */
async function withTrigrams(db: Kysely<unknown>): Promise<void> {
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
