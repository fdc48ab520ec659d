import type { ApiCallKey } from '@console/shared-contract/api';
import { createIdSample, createListSample, createSamples, name, createBodySample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

type ProductCall = Extract<ApiCallKey, `${string} /product/v2/${string}`>;

/** Samples (valid example requests) of every call about products. */
export function createProductSamples(rows: SampleRows): Record<ProductCall, CallSample[]> {
  const price = {
    product_id: rows.product,
    source: 'Fair',
    item_link: 'https://shop.example/1',
    grade_company: 'Graders',
    img_link: 'https://shop.example/1.png',
    price: '3.20',
    currency: 'USD',
  };
  const products = {
    product_collection: rows.collection,
    search: 'name',
    verified: false,
    empty: false,
    product_set: rows.set,
    customer_product_id: '1',
    find: '1',
    lacks: 'anything',
  };
  return {
    'GET /product/v2/collection/': createListSample({ search: 'name' }),
    'POST /product/v2/collection/': createSamples({ name, type: 'cards' }),
    'GET /product/v2/collection/{id}': createIdSample(rows.collection),
    'PUT /product/v2/collection/{id}': createBodySample(rows.collection, { name, type: 'cards' }),
    'DELETE /product/v2/collection/{id}': createIdSample(rows.unusedCollection),
    'GET /product/v2/collection/{id}/dependents': createIdSample(rows.unusedCollection),
    'GET /product/v2/product/': createListSample(products),
    'POST /product/v2/product/change': [
      ...createSamples({ change: 'unverify', filter: products }),
      ...createSamples({ change: 'unverify', filter: products, in_parts: true, after: rows.product }),
      ...createSamples({ change: 'set', product_set: rows.set, products: [rows.product] }),
    ],
    'POST /product/v2/product/': createSamples({
      name,
      customer_product_id: '1',
      product_collection: rows.collection,
      product_set: rows.set,
      meta_data: { a: 1 },
    }),
    'GET /product/v2/product/{id}/': createIdSample(rows.product),
    'PUT /product/v2/product/{id}/': createBodySample(rows.product, {
      name,
      customer_product_id: '1',
      product_collection: rows.collection,
      product_set: rows.set,
    }),
    'PATCH /product/v2/product/{id}/': createBodySample(rows.product, { meta_data: { a: 1 }, name }),
    'DELETE /product/v2/product/{id}/': createIdSample(rows.product),
    'GET /product/v2/product/{id}/dependents': createIdSample(rows.product),
    'POST /product/v2/product/dependents': createSamples({ ids: [rows.product] }, { filter: products }),
    'POST /product/v2/product/{id}/verify': createBodySample(rows.product, {}),
    'POST /product/v2/product/{id}/unverify': createBodySample(rows.product, {}),
    'GET /product/v2/image/': createListSample({ product: rows.product }),
    'POST /product/v2/image/': createSamples({ product: rows.product, base64: rows.picture, noresize: true, name: 'a.png' }),
    'POST /product/v2/product/{id}/add-crop': createBodySample(rows.product, { object: rows.object }),
    'GET /product/v2/image/{id}/': createIdSample(rows.productImage),
    'PUT /product/v2/image/{id}/': createBodySample(rows.productImage, { name, product: rows.product }),
    'PATCH /product/v2/image/{id}/': createBodySample(rows.productImage, { meta_data: { a: 1 }, _objects: [], name }),
    'DELETE /product/v2/image/{id}/': createIdSample(rows.productImage),
    'GET /product/v2/price/': createListSample({ product_id: rows.product }),
    'POST /product/v2/price/': createSamples(price),
    'DELETE /product/v2/price/{id}/': createIdSample(rows.price),
    'GET /product/v2/product/csv': [{ query: products }],
    'POST /product/v2/product/csv': createSamples({ csv: 'name\nFrom a file', dry_run: false }),
    'GET /product/v2/price/csv': [{ query: products }],
    'POST /product/v2/price/csv': createSamples({ csv: `product_id,price,currency\n${rows.product},7.5,EUR`, dry_run: false }),
    'GET /product/v2/set/': [
      ...createListSample({ search: 'name', product_collection: rows.collection, completed: false }),
      ...createListSample({ parent_set: rows.set, ordering: '-created' }),
    ],
    'POST /product/v2/set/': createSamples({
      name,
      product_collection: rows.collection,
      year: 2020,
      parent: rows.set,
      meta_data: { a: 1 },
    }),
    'GET /product/v2/set/{id}/': createIdSample(rows.set),
    'PUT /product/v2/set/{id}/': createBodySample(rows.set, {
      name,
      year: 2020,
      product_collection: rows.collection,
      parent: rows.secondSet,
    }),
    'PATCH /product/v2/set/{id}/': createBodySample(rows.set, { meta_data: { a: 1 }, completed: true, name }),
    'DELETE /product/v2/set/{id}/': createIdSample(rows.set),
    'GET /product/v2/set/{id}/dependents': createIdSample(rows.set),
    'POST /product/v2/set/{id}/complete': createBodySample(rows.set, {}),
    'POST /product/v2/set/{id}/uncomplete': createBodySample(rows.set, {}),
  };
}
