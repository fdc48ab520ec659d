import { sql, type Kysely } from 'kysely';

/**
 * Creates a trigger that removes files from the list of discarded files when a row refers to them again. The index of thumbnails, which
 * found such rows before, is dropped: each index of a table makes every change of a row slower.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from discarded_file d using training_image i where i.thumb_key = d.file_key`.execute(db);
  await sql`
    create function retain_files_of_training_image() returns trigger language plpgsql as $$
      begin
        delete from discarded_file where file_key in (
          select unnest(array[img_key, thumb_key, display_key, mask_key]) from new_rows);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger retain_files after insert on training_image referencing new table as new_rows
      for each statement execute function retain_files_of_training_image()`.execute(db);
  await sql`drop index training_image_thumb_key`.execute(db);
}
