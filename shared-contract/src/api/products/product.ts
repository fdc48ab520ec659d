import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import {
  ExpectedVersion,
  Id,
  Ids,
  Json,
  ListQuery,
  Page,
  QueryBool,
  EditedName,
  ShortName,
  Text,
  WorkspaceBody,
  InBatches,
  SkipMissing,
  WorkspaceOnlyQuery,
  toIdOrRow,
} from '../base/primitives';
import {
  CollectionId,
  Price,
  Product,
  ProductChange,
  ProductChanges,
  ProductCollection,
  ProductImage,
  ProductGap,
} from './product-rows';
import { defineRowCalls } from '../base/row-calls';
import { IMAGE_FORM } from '../annotation/recognition';

const CollectionInput = toIdOrRow(CollectionId);
const SetInput = toIdOrRow(Id);
const customerId = Text(255).trim();
const Decimal = z
  .union([z.number().finite(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be a price such as 12.50'));
const Link = z.url({ protocol: /^https?$/ }).max(4096);

const productFilters = {
  product_collection: CollectionId.optional(),
  search: Text(255).optional(),
  verified: QueryBool.optional(),
  empty: QueryBool.optional(),
  product_set: Id.optional(),
  customer_product_id: Text(255).optional(),
  /** A part of the name or of the customer product id, or the complete id. */
  find: Text(255).optional(),
  /** Products from which this data is missing. `anything`: products from which any data is missing. `nothing`: only complete products. */
  lacks: z.enum([...ProductGap.options, 'anything', 'nothing']).optional(),
};
/** The filters of calls on all matching products. Strict: otherwise a misspelt filter would match everything. */
export const ProductFilter = z.strictObject(productFilters);

/** Sort order of products; `-` means descending. Products without a number come last. */
export const ProductOrdering = z.enum(['name', '-name', 'number', '-number', 'created', '-created']);
export type ProductOrdering = z.output<typeof ProductOrdering>;
export const productCalls = defineServiceCalls('products-management', {
  ...defineRowCalls('/product/v2/collection', {
    noun: 'collection',
    row: ProductCollection,
    pathId: CollectionId,
    filters: { search: Text(255).optional() },
    fields: { name: ShortName, type: Text(100).trim().optional() },
  }),
  'DELETE /product/v2/collection/{id}': {
    permission: 'manage',
    pathId: CollectionId,
    summary: 'Delete an unused collection',
    query: WorkspaceOnlyQuery,
  },

  'GET /product/v2/product/': {
    summary: 'Products, by name unless ordering is set; number is the customer product id',
    query: z.object({ ...ListQuery, ...productFilters, ordering: ProductOrdering.optional() }),
    response: Page(Product),
  },
  'POST /product/v2/product/': {
    permission: 'manage',
    summary: 'Create a product',
    body: z.object({
      name: ShortName,
      customer_product_id: customerId.nullish(),
      product_collection: CollectionInput.nullish(),
      product_set: SetInput.nullish(),
      meta_data: Json.optional(),
      ...WorkspaceBody,
    }),
    response: Product,
    status: 201,
  },
  'POST /product/v2/product/change': {
    permission: 'manage',
    summary: 'Verify, move or delete many products, by id or by filter; returns the changed ids',
    query: WorkspaceOnlyQuery,
    body: z
      .object({
        change: ProductChange,
        products: Ids.optional(),
        filter: ProductFilter.optional(),
        ...InBatches,
        ...SkipMissing,
        /** For `set`: the new set. */
        product_set: Id.optional(),
        ...WorkspaceBody,
      })
      .refine(({ products, filter }) => (products === undefined) !== (filter === undefined), 'needs one of: products, filter')
      .refine(({ in_parts, filter }) => !in_parts || filter !== undefined, 'in_parts goes with a filter')
      .refine(({ change, product_set }) => change !== 'set' || product_set !== undefined, 'needs product_set'),
    response: ProductChanges,
  },
  'GET /product/v2/product/{id}/': { summary: 'One product', query: WorkspaceOnlyQuery, response: Product },
  'PUT /product/v2/product/{id}/': {
    permission: 'manage',
    summary: 'Change a product, or add it to or remove it from a set',
    query: WorkspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      customer_product_id: customerId.nullish(),
      product_collection: CollectionInput.nullish(),
      product_set: SetInput.nullish(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: Product,
  },
  'PATCH /product/v2/product/{id}/': {
    permission: 'manage',
    summary: "Change a product's meta data",
    query: WorkspaceOnlyQuery,
    body: z.object({ meta_data: Json.optional(), name: EditedName.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: Product,
  },
  'DELETE /product/v2/product/{id}/': {
    permission: 'manage',
    summary: 'Delete a product with its images and prices',
    query: WorkspaceOnlyQuery,
  },
  'POST /product/v2/product/{id}/verify': {
    permission: 'manage',
    summary: 'Mark a product as verified',
    body: z.object({ product: z.unknown().optional(), ...WorkspaceBody }).nullish(),
    response: Product,
  },
  'POST /product/v2/product/{id}/unverify': {
    permission: 'manage',
    summary: 'Mark a product as not verified',
    body: z.object({ product: z.unknown().optional(), ...WorkspaceBody }).nullish(),
    response: Product,
  },

  'GET /product/v2/image/': {
    summary: 'Images of a product',
    query: z.object({ ...ListQuery, product: Id.optional() }),
    response: Page(ProductImage),
  },
  'POST /product/v2/image/': {
    permission: 'manage',
    summary: 'Upload an image of a product',
    body: z.object({
      product: Id,
      base64: z.string().optional(),
      url: Text(4096).optional(),
      noresize: z.boolean().default(true),
      name: Text(255).optional(),
      ...WorkspaceBody,
    }),
    form: IMAGE_FORM,
    response: ProductImage,
    status: 201,
  },
  'POST /product/v2/product/{id}/add-crop': {
    permission: 'manage',
    summary: 'Add the crop of a detection object to the images of the product',
    body: z.object({ object: Id, ...WorkspaceBody }),
    response: ProductImage,
    status: 201,
  },
  'GET /product/v2/image/{id}/': { summary: 'One product image', query: WorkspaceOnlyQuery, response: ProductImage },
  'PUT /product/v2/image/{id}/': {
    permission: 'manage',
    summary: 'Rename a product image',
    query: WorkspaceOnlyQuery,
    body: z.object({ name: Text(255).trim().optional(), product: Id.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: ProductImage,
  },
  'PATCH /product/v2/image/{id}/': {
    permission: 'manage',
    summary: 'Change meta data or objects of a product image',
    query: WorkspaceOnlyQuery,
    body: z.object({
      meta_data: Json.optional(),
      _objects: Json.optional(),
      name: Text(255).trim().optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: ProductImage,
  },
  'DELETE /product/v2/image/{id}/': { permission: 'manage', summary: 'Delete a product image', query: WorkspaceOnlyQuery },

  'GET /product/v2/price/': {
    summary: 'Prices of a product, newest first',
    query: z.object({ ...ListQuery, product_id: Id.optional() }),
    response: Page(Price),
  },
  'POST /product/v2/price/': {
    permission: 'manage',
    summary: 'Add a price',
    body: z.object({
      product_id: Id,
      source: Text(255).nullish(),
      item_link: Link.nullish(),
      grade_company: Text(255).nullish(),
      img_link: Link.nullish(),
      price: Decimal,
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/, 'must be a three-letter currency')
        .toUpperCase(),
      ...WorkspaceBody,
    }),
    response: Price,
    status: 201,
  },
  'DELETE /product/v2/price/{id}/': { permission: 'manage', summary: 'Delete a price', query: WorkspaceOnlyQuery },
});
