import { sql } from 'kysely';
import { CommitLostError } from '../../../../platform/database/errors';
import type { Db } from '../../../../platform/database/connection';
import type { FileStore } from '../../../../platform/files/store';
import type { StoredImage } from '../../../../platform/images/upload';
import { insertCrop, storeCrop } from '../../../../domain/product/images/store-crop';
import type { WorkContext } from '../../../../platform/queue/kind';
import type { DeclaredProduct } from '../../../readers/reader/reader';
import type { CreatedEntities } from '../../state/created-entities';
import { findProducts } from '../../plan/match-products';
import { findOrCreateProducts } from './create-products';

interface CropInput {
  importId: string;
  workspaceId: string;
  files: FileStore;
  maxPixels: number;
}

/** A box with products for which no crops have been created yet. */
interface PendingBox {
  /** Position of the image among the images of the import. */
  item: number;
  /** Position of the box among the shapes of the image. */
  n: number;
  object: string;
  image: string;
  image_name: string | null;
  img_key: string;
  data: number[];
  products: DeclaredProduct[];
}

interface CreatedCrops {
  products: { created: number; pictures: number };
  created: CreatedEntities['created'];
}

/** Maximum number of boxes per step. It is small, because the image is decoded for each product of a box. */
const BOXES_PER_STEP = 20;

/**
 * Creates missing products of the boxes in these images, and the missing crops of their objects. Otherwise, existing products do not
 * change. `record` stores what was created, in the same transaction.
 */
export async function createCrops(
  { db, step }: Pick<WorkContext, 'db' | 'step'>,
  input: CropInput,
  { first, last }: { first: number; last: number },
  record: (trx: Db, created: CreatedCrops) => Promise<void>,
): Promise<void> {
  for (;;) {
    const boxes = await readPendingBoxes(db, input.importId, first, last);
    if (boxes.length === 0) return;
    const rollbackActions: (() => Promise<void>)[] = [];
    try {
      const storedCrops = await storeMissingCrops(db, input, boxes, (action) => void rollbackActions.push(action));
      await step(null, async (trx) => record(trx, await insertCrops(trx, input, boxes, storedCrops)));
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of rollbackActions) await action().catch(() => undefined);
      throw error;
    }
  }
}

async function readPendingBoxes(db: Db, importId: string, firstPosition: number, lastPosition: number): Promise<PendingBox[]> {
  const { rows } = await sql<PendingBox>`
    select s.item, s.n, o.id as object, o.image_id as image, i.name as image_name, i.img_key, o.data, s.data -> 'products' as products
    from import_shape s join detection_object o on o.id = (s.data ->> 'object')::uuid join training_image i on i.id = o.image_id
    where s.import_id = ${importId} and s.item between ${firstPosition} and least(${lastPosition}::float8, 2147483647)::int and s.kind = 'box' and s.data ? 'object' and not s.data ? 'cut'
    order by s.item, s.n limit ${BOXES_PER_STEP}`.execute(db);
  return rows;
}

const toCropKey = (objectId: string, productId: string) => `${objectId} ${productId}`;

/** Lists the existing crops of these objects, as keys of object and product. */
async function listCrops(db: Db, boxes: readonly PendingBox[], products: Iterable<string>): Promise<Set<string>> {
  const { rows } = await sql<{ object: string; product: string }>`
    select meta_data ->> 'object' as object, product_id as product from product_image
    where meta_data ->> 'image' = any(${boxes.map(({ image }) => image)}::text[]) and product_id = any(${[...products]}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ object, product }) => toCropKey(object, product)));
}

/** Stores the missing crops, by keys of object and declared product id. */
async function storeMissingCrops(
  db: Db,
  input: CropInput,
  boxes: readonly PendingBox[],
  onRollback: (action: () => Promise<void>) => void,
): Promise<Map<string, StoredImage>> {
  const products = boxes.flatMap((box) => box.products);
  const ids = await findProducts(db, input, products);
  const existingCrops = await listCrops(db, boxes, ids.values());
  const storedImages = new Map<string, StoredImage>();
  for (const box of boxes)
    for (const { id } of box.products) {
      const key = toCropKey(box.object, id);
      if (storedImages.has(key) || existingCrops.has(toCropKey(box.object, ids.get(id) ?? ''))) continue;
      const crop = await storeCrop(box, { ...input, onRollback });
      if (crop) storedImages.set(key, crop);
    }
  return storedImages;
}

async function insertCrops(
  trx: Db,
  input: CropInput,
  boxes: readonly PendingBox[],
  storedImages: ReadonlyMap<string, StoredImage>,
): Promise<CreatedCrops> {
  const { importId, workspaceId } = input;
  const {
    ids,
    createdIds,
    prices,
    created: createdRows,
  } = await findOrCreateProducts(
    trx,
    input,
    boxes.flatMap(({ products }) => products),
  );
  const existingCrops = await listCrops(trx, boxes, ids.values());
  const unrecordedProductIds = new Set(createdIds);
  const boxRecords = [];
  let cropCount = 0;
  for (const { item, n, object: objectId, image, image_name, products } of boxes) {
    const [croppedProducts, made_products]: [string[], string[]] = [[], []];
    const made_prices: Record<string, number> = {};
    for (const { id: declaredId } of products) {
      const productId = ids.get(declaredId);
      const storedCrop = storedImages.get(toCropKey(objectId, declaredId));
      if (productId === undefined) continue;
      if (unrecordedProductIds.delete(productId)) {
        made_products.push(productId);
        if (prices[productId]) made_prices[productId] = prices[productId];
      }
      if (!storedCrop || existingCrops.has(toCropKey(objectId, productId))) continue;
      existingCrops.add(toCropKey(objectId, productId));
      const cropSource = {
        product: { id: productId, workspace_id: workspaceId },
        object: { id: objectId, image_id: image, image_name },
      };
      croppedProducts.push(await insertCrop(trx, { ...cropSource, stored: storedCrop }));
      cropCount += 1;
    }
    boxRecords.push({ item, n, made: { cut: croppedProducts, made_products, made_prices } });
  }
  await sql`
    update import_shape s set data = s.data || t.made
    from jsonb_to_recordset(${JSON.stringify(boxRecords)}::jsonb) as t(item int, n int, made jsonb)
    where s.import_id = ${importId} and s.item = t.item and s.n = t.n`.execute(trx);
  return { products: { created: createdIds.size, pictures: cropCount }, created: createdRows };
}
