import { sql, type Kysely } from 'kysely';

/** Limit of the sorted form of a name, because a B-tree entry can have at most 2,704 bytes. */
const NAME_LENGTH = 255;

/**
 * Stores the file name of an image in a column. Until now it was part of the meta data, which users edit. A trigger keeps the key
 * `filename` of the meta data equal to the name, whichever statement writes the row. API clients read the name there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table training_image add column name text`.execute(db);
  await sql`
    update training_image set name = nullif(btrim(meta_data ->> 'filename'), '')
    where jsonb_typeof(meta_data -> 'filename') = 'string'`.execute(db);
  // So far, the sorted form was computed from the meta data. The trigger below computes it from the name. The indexes of the column stay.
  await sql`alter table training_image alter column file_name drop expression`.execute(db);
  await sql`
    create function set_image_name() returns trigger language plpgsql as $$
    declare
      declared text := case when jsonb_typeof(new.meta_data -> 'filename') = 'string'
        then nullif(btrim(new.meta_data ->> 'filename'), '') end;
    begin
      if tg_op = 'INSERT' then
        new.name := coalesce(declared, nullif(btrim(new.name), ''));
      else
        new.name := coalesce(nullif(btrim(new.name), ''), old.name, declared);
      end if;
      if new.name is not null and jsonb_typeof(new.meta_data) = 'object' then
        new.meta_data := new.meta_data || jsonb_build_object('filename', new.name);
      end if;
      new.file_name := nullif(left(lower(new.name), ${sql.lit(NAME_LENGTH)}), '');
      return new;
    end $$`.execute(db);
  await sql`
    create trigger image_name before insert or update of name, meta_data on training_image
    for each row execute function set_image_name()`.execute(db);
}
