import type { ApiCallKey } from '@console/shared-contract/api';
import { by, listed, made, name, sent, type CallSample } from './sample-makers';
import type { World } from './world';

type ProductCall = Extract<ApiCallKey, `${string} /product/v2/${string}`>;

/** Samples of every call about products. */
export function productSamples(w: World): Record<ProductCall, CallSample[]> {
  const price = {
    product_id: w.product,
    source: 'Fair',
    item_link: 'https://shop.example/1',
    grade_company: 'Graders',
    img_link: 'https://shop.example/1.png',
    price: '3.20',
    currency: 'USD',
  };
  const products = {
    product_collection: w.collection,
    search: 'name',
    verified: false,
    empty: false,
    product_set: w.set,
    customer_product_id: '1',
    find: '1',
    lacks: 'anything',
  };
  return {
    'GET /product/v2/collection/': listed({ search: 'name' }),
    'POST /product/v2/collection/': made({ name, type: 'cards' }),
    'GET /product/v2/collection/{id}': by(w.collection),
    'PUT /product/v2/collection/{id}': sent(w.collection, { name, type: 'cards' }),
    'DELETE /product/v2/collection/{id}': by(w.unusedCollection),
    'GET /product/v2/product/': listed(products),
    'POST /product/v2/product/change': [
      ...made({ change: 'unverify', filter: products }),
      ...made({ change: 'unverify', filter: products, in_parts: true, after: w.product }),
      ...made({ change: 'set', product_set: w.set, products: [w.product] }),
      ...made({ change: 'put-back', product_set: w.set, before: [{ product_set: w.set, products: [w.product] }] }),
    ],
    'POST /product/v2/product/': made({
      name,
      customer_product_id: '1',
      product_collection: w.collection,
      product_set: w.set,
      meta_data: { a: 1 },
    }),
    'GET /product/v2/product/{id}/': by(w.product),
    'PUT /product/v2/product/{id}/': sent(w.product, {
      name,
      customer_product_id: '1',
      product_collection: w.collection,
      product_set: w.set,
    }),
    'PATCH /product/v2/product/{id}/': sent(w.product, { meta_data: { a: 1 }, name }),
    'DELETE /product/v2/product/{id}/': by(w.product),
    'POST /product/v2/product/{id}/verify': sent(w.product, {}),
    'POST /product/v2/product/{id}/unverify': sent(w.product, {}),
    'GET /product/v2/image/': listed({ product: w.product }),
    'POST /product/v2/image/': made({ product: w.product, base64: w.picture, noresize: true, name: 'a.png' }),
    'POST /product/v2/product/{id}/add-crop': sent(w.product, { object: w.object }),
    'GET /product/v2/image/{id}/': by(w.productImage),
    'PUT /product/v2/image/{id}/': sent(w.productImage, { name, product: w.product }),
    'PATCH /product/v2/image/{id}/': sent(w.productImage, { meta_data: { a: 1 }, _objects: [], name }),
    'DELETE /product/v2/image/{id}/': by(w.productImage),
    'GET /product/v2/price/': listed({ product_id: w.product }),
    'POST /product/v2/price/': made(price),
    'DELETE /product/v2/price/{id}/': by(w.price),
    'GET /product/v2/product/csv': [{ query: { product_collection: w.collection } }],
    'POST /product/v2/product/csv': made({ csv: 'name\nFrom a file', dry_run: false }),
    'POST /product/v2/product/csv-undo': made({ undo: w.undo.products }),
    'GET /product/v2/price/csv': [{ query: { product_collection: w.collection } }],
    'POST /product/v2/price/csv': made({ csv: `product_id,price,currency\n${w.product},7.5,EUR`, dry_run: false }),
    'POST /product/v2/price/csv-undo': made({ undo: w.undo.prices }),
    'GET /product/v2/set/': [
      ...listed({ search: 'name', product_collection: w.collection, completed: false }),
      ...listed({ parent_set: w.set }),
    ],
    'POST /product/v2/set/': made({ name, product_collection: w.collection, year: 2020, parent: w.set, meta_data: { a: 1 } }),
    'GET /product/v2/set/{id}/': by(w.set),
    'PUT /product/v2/set/{id}/': sent(w.set, { name, year: 2020, product_collection: w.collection, parent: w.secondSet }),
    'PATCH /product/v2/set/{id}/': sent(w.set, { meta_data: { a: 1 }, completed: true, name }),
    'DELETE /product/v2/set/{id}/': by(w.set),
    'POST /product/v2/set/{id}/complete': sent(w.set, {}),
    'POST /product/v2/set/{id}/uncomplete': sent(w.set, {}),
  };
}
