import { sql, type Kysely } from 'kysely';

/** Pictures of products by the picture that they were cut out of: an export asks for those of each image. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index product_image_cut_out on product_image ((meta_data ->> 'image')) where meta_data ->> 'image' is not null`.execute(
    db,
  );
}
