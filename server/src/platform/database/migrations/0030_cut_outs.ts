import { sql, type Kysely } from 'kysely';

/** Indexes images of products by the image from which they were cropped. Exports need it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index product_image_cut_out on product_image ((meta_data ->> 'image')) where meta_data ->> 'image' is not null`.execute(
    db,
  );
}
