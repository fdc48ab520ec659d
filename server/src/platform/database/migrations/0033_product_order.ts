import { sql, type Kysely } from 'kysely';

/** Indexes for product lists that are sorted by number or time. They include the columns of all filters (ADR 0008). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const included = sql`(customer_product_id, name, verified, collection_id, product_set_id, images_count, prices_count, shape_id)`;
  // Products without a number are null, so that they come last.
  await sql`
    create index product_number_order on product (workspace_id, nullif(lower(customer_product_id), ''), id)
      include ${included}`.execute(db);
  await sql`create index product_created_order on product (workspace_id, created, id) include ${included}`.execute(db);
}
