import { sql, type Kysely } from 'kysely';

/** Adds an index of product images by the image that they were cropped from, which exports need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index product_image_cut_out on product_image ((meta_data ->> 'image')) where meta_data ->> 'image' is not null`.execute(
    db,
  );
}
