import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import type { DeclaredProduct } from '../../../readers/reader/reader';

/** Inserts the prices of created products, with missing price sources and grading companies. Returns the number of prices by product id. */
export async function insertProductPrices(
  trx: Db,
  workspaceId: string,
  products: readonly { id: string; declared: DeclaredProduct }[],
): Promise<Record<string, number>> {
  const priceRows = products.flatMap(({ id, declared: { prices = [] } }) => prices.map((price) => ({ ...price, product: id })));
  if (priceRows.length === 0) return {};
  for (const [table, names] of [
    ['price_source', priceRows.map(({ source }) => source)],
    ['grade_company', priceRows.map(({ grade_company }) => grade_company)],
  ] as const) {
    const uniqueNames = [...new Set(names.flatMap((name) => name ?? []))];
    await sql`
      insert into ${sql.table(table)} (workspace_id, name) select ${workspaceId}, name from unnest(${uniqueNames}::text[]) as name
      on conflict do nothing`.execute(trx);
  }
  await sql`
    insert into price (workspace_id, product_id, source_id, grade_company_id, price, currency, date_of_creation, item_link, img_link)
    select ${workspaceId}, t.product, s.id, g.id, t.price, t.currency, t.date, t.item_link, t.img_link
    from jsonb_to_recordset(${JSON.stringify(priceRows)}::jsonb) as t(product uuid, price numeric, currency text, date timestamptz, source text,
      grade_company text, item_link text, img_link text)
    left join price_source s on s.workspace_id = ${workspaceId} and s.name = t.source
    left join grade_company g on g.workspace_id = ${workspaceId} and g.name = t.grade_company`.execute(trx);
  const counts: Record<string, number> = {};
  for (const { product } of priceRows) counts[product] = (counts[product] ?? 0) + 1;
  return counts;
}
