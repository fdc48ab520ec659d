import { randomUUID } from 'node:crypto';
import type { StoredImage } from '@console/server/platform/images/upload';
import { daysAgo, idOf, inChunks, type Context } from './context';

export interface PricePlan {
  source: string;
  grader?: string;
  price: string;
  currency: string;
  daysAgo: number;
  itemLink?: string;
  imageLink?: string;
}

export interface ProductImagePlan {
  name: string;
  stored: StoredImage;
  synced: boolean;
  objects?: readonly Record<string, unknown>[];
}

export interface ProductPlan {
  name: string;
  customerId: string;
  collection: string;
  set?: string;
  verified: boolean;
  metaData?: Record<string, unknown>;
  images: readonly ProductImagePlan[];
  prices: readonly PricePlan[];
}

export interface SetPlan {
  key: string;
  name: string;
  year?: number;
  collection: string;
  parent?: string;
  completed?: boolean;
  metaData?: Record<string, unknown>;
}

export interface CataloguePlan {
  collections: readonly { key: string; name: string; type: string }[];
  /** Parents before their children. */
  sets: readonly SetPlan[];
  products: readonly ProductPlan[];
}

export async function insertCatalogue(context: Context, plan: CataloguePlan): Promise<void> {
  const { db, workspaceId: workspace_id } = context;
  const collections = await insertCollections(context, plan);
  const sets = new Map(plan.sets.map((set) => [set.key, randomUUID() as string]));
  await db
    .insertInto('product_set')
    .values(
      plan.sets.map((set, index) => ({
        id: idOf(sets, set.key),
        workspace_id,
        name: set.name,
        year: set.year ?? null,
        collection_id: collections.get(set.collection) ?? null,
        parent_id: set.parent ? idOf(sets, set.parent) : null,
        completed: set.completed ?? false,
        meta_data: JSON.stringify(set.metaData ?? {}),
        created: daysAgo(context, 36 - index),
      })),
    )
    .execute();
  const products = plan.products.map((product) => ({ ...product, id: randomUUID() as string }));
  await db
    .insertInto('product')
    .values(
      products.map((product, index) => ({
        id: product.id,
        workspace_id,
        name: product.name,
        customer_product_id: product.customerId,
        collection_id: collections.get(product.collection) ?? null,
        product_set_id: product.set ? idOf(sets, product.set) : null,
        verified: product.verified,
        meta_data: JSON.stringify(product.metaData ?? {}),
        created: daysAgo(context, 35 - index * 0.9),
      })),
    )
    .execute();
  await insertProductImages(context, products);
  await insertPrices(context, products);
}

async function insertCollections(
  { db, workspaceId: workspace_id }: Context,
  plan: CataloguePlan,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, name, type } of plan.collections) {
    const { id } = await db
      .insertInto('product_collection')
      .values({ workspace_id, name, type })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  return ids;
}

type Product = ProductPlan & { id: string };

async function insertProductImages(context: Context, products: readonly Product[]): Promise<void> {
  const rows = products.flatMap((product, index) =>
    product.images.map(({ name, stored, synced, objects = [] }, image) => ({
      workspace_id: context.workspaceId,
      product_id: product.id,
      name,
      sync_status: synced ? ('SYNCED' as const) : ('TO_SYNC' as const),
      img_key: stored.img_key,
      thumb_key: stored.thumb_key,
      display_key: stored.display_key,
      content_type: stored.content_type,
      img_width: stored.img_width,
      img_height: stored.img_height,
      meta_data: JSON.stringify(image === 0 ? { side: 'front' } : {}),
      objects: JSON.stringify(objects),
      created: daysAgo(context, 34 - index * 0.9, image),
    })),
  );
  await inChunks(rows, (chunk) => context.db.insertInto('product_image').values(chunk).execute());
}

async function insertPrices(context: Context, products: readonly Product[]): Promise<void> {
  const prices = products.flatMap((product) => product.prices.map((price) => ({ ...price, product_id: product.id })));
  const sources = await insertNames(
    context,
    'price_source',
    prices.map((price) => price.source),
  );
  const graders = await insertNames(
    context,
    'grade_company',
    prices.flatMap((price) => price.grader ?? []),
  );
  const rows = prices.map((price) => ({
    workspace_id: context.workspaceId,
    product_id: price.product_id,
    source_id: sources.get(price.source) ?? null,
    grade_company_id: graders.get(price.grader ?? '') ?? null,
    item_link: price.itemLink ?? null,
    img_link: price.imageLink ?? null,
    price: price.price,
    currency: price.currency,
    date_of_creation: daysAgo(context, price.daysAgo),
  }));
  await inChunks(rows, (chunk) => context.db.insertInto('price').values(chunk).execute());
}

async function insertNames(
  { db, workspaceId: workspace_id }: Context,
  table: 'price_source' | 'grade_company',
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return new Map();
  const rows = await db
    .insertInto(table)
    .values(distinct.map((name) => ({ workspace_id, name })))
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}
