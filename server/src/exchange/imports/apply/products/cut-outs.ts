import { sql } from 'kysely';
import { CommitLostError } from '../../../../database/errors';
import type { Db } from '../../../../database/connection';
import type { FileStore } from '../../../../files/store';
import type { StoredPicture } from '../../../../pictures/upload';
import { insertCutOut, storeCutOut } from '../../../../product/images/cut-out';
import type { WorkContext } from '../../../../work/kind';
import type { DeclaredProduct } from '../../../readers/reader';
import type { CreatedEntities } from '../../state/created-entities';
import { findProducts } from '../../plan/match-products';
import { findOrCreateProducts } from './create-products';

interface Cutting {
  importId: string;
  workspaceId: string;
  files: FileStore;
  maxPixels: number;
}

/** A box that products show and whose cut-outs are not made yet. */
interface Uncut {
  item: number;
  n: number;
  object: string;
  image: string;
  image_meta: unknown;
  img_key: string;
  data: number[];
  products: DeclaredProduct[];
}

export interface CreatedCutOuts {
  products: { created: number; pictures: number };
  created: CreatedEntities['created'];
}

/** Boxes of one step: each is decoded for each of its products. */
const AT_ONCE = 20;

/**
 * Makes the products that boxes of these pictures of an import show, where they are not, and gives each a cut-out of its object, where it
 * has none; of products that are there nothing else is changed. `keep` notes what was made, in the same transaction.
 */
export async function createCutOuts(
  { db, step }: Pick<WorkContext, 'db' | 'step'>,
  cutting: Cutting,
  { first, last }: { first: number; last: number },
  keep: (trx: Db, made: CreatedCutOuts) => Promise<void>,
): Promise<void> {
  for (;;) {
    const boxes = await nextUncut(db, cutting.importId, first, last);
    if (boxes.length === 0) return;
    const undo: (() => Promise<void>)[] = [];
    try {
      const stored = await cutMissing(db, cutting, boxes, (action) => void undo.push(action));
      await step(null, async (trx) => keep(trx, await put(trx, cutting, boxes, stored)));
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of undo) await action().catch(() => undefined);
      throw error;
    }
  }
}

async function nextUncut(db: Db, importId: string, first: number, last: number): Promise<Uncut[]> {
  const { rows } = await sql<Uncut>`
    select s.item, s.n, o.id as object, o.image_id as image, i.meta_data as image_meta, i.img_key, o.data, s.data -> 'products' as products
    from import_shape s join detection_object o on o.id = (s.data ->> 'object')::uuid join training_image i on i.id = o.image_id
    where s.import_id = ${importId} and s.item between ${first} and least(${last}::float8, 2147483647)::int and s.kind = 'box' and s.data ? 'object' and not s.data ? 'cut'
    order by s.item, s.n limit ${AT_ONCE}`.execute(db);
  return rows;
}

const keyOf = (object: string, product: string) => `${object} ${product}`;

/** The cut-outs that products have of these objects. */
async function cutOutsOf(db: Db, boxes: readonly Uncut[], products: Iterable<string>): Promise<Set<string>> {
  const { rows } = await sql<{ object: string; product: string }>`
    select meta_data ->> 'object' as object, product_id as product from product_image
    where meta_data ->> 'image' = any(${boxes.map(({ image }) => image)}::text[]) and product_id = any(${[...products]}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ object, product }) => keyOf(object, product)));
}

/** Cuts what no product has yet; by box and the file's id of the product. */
async function cutMissing(
  db: Db,
  cutting: Cutting,
  boxes: readonly Uncut[],
  undo: (action: () => Promise<void>) => void,
): Promise<Map<string, StoredPicture>> {
  const products = boxes.flatMap((box) => box.products);
  const ids = await findProducts(db, cutting, products);
  const there = await cutOutsOf(db, boxes, ids.values());
  const stored = new Map<string, StoredPicture>();
  for (const box of boxes)
    for (const { id } of box.products) {
      const key = keyOf(box.object, id);
      if (stored.has(key) || there.has(keyOf(box.object, ids.get(id) ?? ''))) continue;
      const cut = await storeCutOut(box, { ...cutting, onRollback: undo });
      if (cut) stored.set(key, cut);
    }
  return stored;
}

async function put(
  trx: Db,
  cutting: Cutting,
  boxes: readonly Uncut[],
  stored: ReadonlyMap<string, StoredPicture>,
): Promise<CreatedCutOuts> {
  const { importId, workspaceId } = cutting;
  const { ids, made, prices, created } = await findOrCreateProducts(
    trx,
    cutting,
    boxes.flatMap(({ products }) => products),
  );
  const there = await cutOutsOf(trx, boxes, ids.values());
  const unnoted = new Set(made);
  const notes = [];
  let pictures = 0;
  for (const { item, n, object, image, image_meta, products } of boxes) {
    const [cut, made_products]: [string[], string[]] = [[], []];
    const made_prices: Record<string, number> = {};
    for (const { id: said } of products) {
      const product = ids.get(said);
      const picture = stored.get(keyOf(object, said));
      if (product === undefined) continue;
      if (unnoted.delete(product)) {
        made_products.push(product);
        if (prices[product]) made_prices[product] = prices[product];
      }
      if (!picture || there.has(keyOf(object, product))) continue;
      there.add(keyOf(object, product));
      const of = { product: { id: product, workspace_id: workspaceId }, object: { id: object, image_id: image, image_meta } };
      cut.push(await insertCutOut(trx, { ...of, stored: picture }));
      pictures += 1;
    }
    notes.push({ item, n, made: { cut, made_products, made_prices } });
  }
  await sql`
    update import_shape s set data = s.data || t.made
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as t(item int, n int, made jsonb)
    where s.import_id = ${importId} and s.item = t.item and s.n = t.n`.execute(trx);
  return { products: { created: made.size, pictures }, created };
}

