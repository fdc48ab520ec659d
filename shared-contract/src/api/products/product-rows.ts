import { z } from 'zod';
import { Id, NextBatch, Timestamp, Version, StoredJson } from '../base/primitives';

/** Id of a product collection. Collections are the only rows of the API with integer ids. */
export const CollectionId = z.coerce.number().int().min(1).max(2_147_483_647);
export const ProductCollection = z.object({
  id: z.number().int(),
  workspace: Id,
  name: z.string(),
  type: z.string(),
  products_count: z.number().int(),
  /** Number of verified products. */
  verified_count: z.number().int(),
  version: Version,
});
export type ProductCollection = z.output<typeof ProductCollection>;

const SetRef = z.object({ id: Id, name: z.string() });
/** Data that can be missing from a product. `meta`: a metadata key that at least half of the products in its collection have. */
export const ProductGap = z.enum(['pictures', 'meta', 'price', 'verification']);
export type ProductGap = z.output<typeof ProductGap>;
export const Product = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  customer_product_id: z.string(),
  product_collection: z.number().int().nullable(),
  product_set: SetRef.nullable(),
  verified: z.boolean(),
  meta_data: StoredJson,
  created: Timestamp,
  thumb: z.string().nullable(),
  images_count: z.number().int(),
  prices_count: z.number().int(),
  /** Data that is missing from the product. Empty for a complete product. */
  lacks: z.array(ProductGap),
  /** Metadata keys that at least half of the products in the collection have, but this product does not. */
  missing_keys: z.array(z.string()),
  version: Version,
});
export type Product = z.output<typeof Product>;

/** `set` adds products to a set, `unset` removes them from their sets. */
export const ProductChange = z.enum(['verify', 'unverify', 'set', 'unset', 'delete']);
export type ProductChange = z.output<typeof ProductChange>;
export const ProductChanges = z.object({
  changed: z.array(Id),
  ...NextBatch,
});
export type ProductChanges = z.output<typeof ProductChanges>;

export const SyncStatus = z.enum(['TO_SYNC', 'SYNCED', 'ERROR']);
export const ProductImage = z.object({
  id: Id,
  workspace: Id,
  product: Id,
  name: z.string(),
  file: z.string(),
  thumb: z.string(),
  sync_status: SyncStatus,
  meta_data: StoredJson,
  _objects: StoredJson,
  created: Timestamp,
  version: Version,
});
export type ProductImage = z.output<typeof ProductImage>;

const NamedReference = z.object({ id: z.number().int(), name: z.string() });
export const Price = z.object({
  id: Id,
  product: Id,
  source: NamedReference.nullable(),
  item_link: z.string().nullable(),
  grade_company: NamedReference.nullable(),
  img_link: z.string().nullable(),
  /** A decimal number as text, to avoid rounding errors of floating point numbers. */
  price: z.string(),
  currency: z.string(),
  date_of_creation: Timestamp,
});
export type Price = z.output<typeof Price>;

export const ProductSet = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  year: z.number().int().nullable(),
  product_collection: z.number().int().nullable(),
  parent: Id.nullable(),
  parent_name: z.string().nullable(),
  completed: z.boolean(),
  products_count: z.number().int(),
  /** Number of verified products. */
  verified_count: z.number().int(),
  created: Timestamp,
  meta_data: StoredJson,
  version: Version,
});
export type ProductSet = z.output<typeof ProductSet>;
