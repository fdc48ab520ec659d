import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, insertInChunks, mapIdsByName, type Context, type IdsByName } from './context';
import { storeImages } from './store-images';

type Catalogue = WorkspaceData['catalogue'];

/** Inserts product collections, sets and products with their images and prices. */
export async function insertCatalogue(context: Context, { collections, sets, products }: Catalogue): Promise<void> {
  const { db, workspaceId: workspace_id } = context;
  if (products.length === 0) return;
  const collectionRows = collections.map((collection) => ({ workspace_id, ...collection }));
  const collectionIds = mapIdsByName(
    await db.insertInto('product_collection').values(collectionRows).returning(['id', 'name']).execute(),
  );
  const setIds = new Map<string, string>();
  for (const { collection, parent, meta_data, days_ago, ...set } of sets) {
    const { id } = await db
      .insertInto('product_set')
      .values({
        workspace_id,
        ...set,
        collection_id: getId(collectionIds, collection),
        meta_data: JSON.stringify(meta_data),
        parent_id: parent === undefined ? null : getId(setIds, parent),
        created: getDateBefore(context, days_ago),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    setIds.set(set.name, id);
  }
  const productRows = products.map(({ name, customer_product_id, collection, set, verified, meta_data, days_ago }) => ({
    workspace_id,
    name,
    customer_product_id,
    verified,
    meta_data: JSON.stringify(meta_data),
    collection_id: getId(collectionIds, collection),
    product_set_id: set === undefined ? null : getId(setIds, set),
    created: getDateBefore(context, days_ago),
  }));
  const productIds = mapIdsByName(await db.insertInto('product').values(productRows).returning(['id', 'name']).execute());
  await insertProductImages(context, products, productIds);
  await insertPrices(context, products, productIds);
}

async function insertProductImages(context: Context, products: Catalogue['products'], productIds: IdsByName): Promise<void> {
  const images = products.flatMap((product) =>
    product.images.map((image) => ({ ...image, product_id: getId(productIds, product.name) })),
  );
  const storedImages = await storeImages(
    context,
    images.map(({ file }) => file),
  );
  const imageRows = images.map(({ product_id, name, synced, objects, meta_data, days_ago }, index) => {
    const { content_hash: _, ...storedFiles } = storedImages[index]!;
    return {
      workspace_id: context.workspaceId,
      product_id,
      name,
      ...storedFiles,
      // The API has a state for the synchronisation of product images with another system. This server does not synchronise them.
      sync_status: synced ? ('SYNCED' as const) : ('TO_SYNC' as const),
      objects: JSON.stringify(objects),
      meta_data: JSON.stringify(meta_data),
      created: getDateBefore(context, days_ago),
    };
  });
  await insertInChunks(imageRows, (chunk) => context.db.insertInto('product_image').values(chunk).execute());
}

async function insertPrices(context: Context, products: Catalogue['products'], productIds: IdsByName): Promise<void> {
  const { db, workspaceId: workspace_id } = context;
  const prices = products.flatMap((product) =>
    product.prices.map((price) => ({ ...price, product_id: getId(productIds, product.name) })),
  );
  const insertNames = async (table: 'price_source' | 'grade_company', names: readonly string[]) => {
    const nameRows = [...new Set(names)].map((name) => ({ workspace_id, name }));
    return mapIdsByName(
      nameRows.length > 0 ? await db.insertInto(table).values(nameRows).returning(['id', 'name']).execute() : [],
    );
  };
  const sourceIds = await insertNames(
    'price_source',
    prices.map(({ source }) => source),
  );
  const companyIds = await insertNames(
    'grade_company',
    prices.flatMap(({ grade_company }) => grade_company ?? []),
  );
  const priceRows = prices.map(({ source, grade_company, days_ago, ...price }) => ({
    workspace_id,
    ...price,
    source_id: getId(sourceIds, source),
    grade_company_id: grade_company === undefined ? null : getId(companyIds, grade_company),
    date_of_creation: getDateBefore(context, days_ago),
  }));
  await insertInChunks(priceRows, (chunk) => db.insertInto('price').values(chunk).execute());
}
