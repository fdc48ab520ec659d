import { sql, type Kysely } from 'kysely';

/** Adds indexes that find an image by the key of its file, which is part of the file's URL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['training_image', 'product_image']) {
    await sql`create index ${sql.ref(`${table}_img_key`)} on ${sql.table(table)} using hash (img_key)`.execute(db);
    await sql`
      create index ${sql.ref(`${table}_display_key`)} on ${sql.table(table)} using hash (display_key)
      where display_key is not null`.execute(db);
  }
}
