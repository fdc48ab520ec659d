import type { ApiCallKey } from '@console/shared-contract/api';
import { idSample, listSample, createSamples, name, createBodySample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

type ProductCall = Extract<ApiCallKey, `${string} /product/v2/${string}`>;

/** Samples of every call about products. */
export function createProductSamples(w: SampleRows): Record<ProductCall, CallSample[]> {
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
    'GET /product/v2/collection/': listSample({ search: 'name' }),
    'POST /product/v2/collection/': createSamples({ name, type: 'cards' }),
    'GET /product/v2/collection/{id}': idSample(w.collection),
    'PUT /product/v2/collection/{id}': createBodySample(w.collection, { name, type: 'cards' }),
    'DELETE /product/v2/collection/{id}': idSample(w.unusedCollection),
    'GET /product/v2/collection/{id}/dependents': idSample(w.unusedCollection),
    'GET /product/v2/product/': listSample(products),
    'POST /product/v2/product/change': [
      ...createSamples({ change: 'unverify', filter: products }),
      ...createSamples({ change: 'unverify', filter: products, in_parts: true, after: w.product }),
      ...createSamples({ change: 'set', product_set: w.set, products: [w.product] }),
    ],
    'POST /product/v2/product/': createSamples({
      name,
      customer_product_id: '1',
      product_collection: w.collection,
      product_set: w.set,
      meta_data: { a: 1 },
    }),
    'GET /product/v2/product/{id}/': idSample(w.product),
    'PUT /product/v2/product/{id}/': createBodySample(w.product, {
      name,
      customer_product_id: '1',
      product_collection: w.collection,
      product_set: w.set,
    }),
    'PATCH /product/v2/product/{id}/': createBodySample(w.product, { meta_data: { a: 1 }, name }),
    'DELETE /product/v2/product/{id}/': idSample(w.product),
    'GET /product/v2/product/{id}/dependents': idSample(w.product),
    'POST /product/v2/product/dependents': createSamples({ ids: [w.product] }, { filter: products }),
    'POST /product/v2/product/{id}/verify': createBodySample(w.product, {}),
    'POST /product/v2/product/{id}/unverify': createBodySample(w.product, {}),
    'GET /product/v2/image/': listSample({ product: w.product }),
    'POST /product/v2/image/': createSamples({ product: w.product, base64: w.picture, noresize: true, name: 'a.png' }),
    'POST /product/v2/product/{id}/add-crop': createBodySample(w.product, { object: w.object }),
    'GET /product/v2/image/{id}/': idSample(w.productImage),
    'PUT /product/v2/image/{id}/': createBodySample(w.productImage, { name, product: w.product }),
    'PATCH /product/v2/image/{id}/': createBodySample(w.productImage, { meta_data: { a: 1 }, _objects: [], name }),
    'DELETE /product/v2/image/{id}/': idSample(w.productImage),
    'GET /product/v2/price/': listSample({ product_id: w.product }),
    'POST /product/v2/price/': createSamples(price),
    'DELETE /product/v2/price/{id}/': idSample(w.price),
    'GET /product/v2/product/csv': [{ query: products }],
    'POST /product/v2/product/csv': createSamples({ csv: 'name\nFrom a file', dry_run: false }),
    'GET /product/v2/price/csv': [{ query: products }],
    'POST /product/v2/price/csv': createSamples({ csv: `product_id,price,currency\n${w.product},7.5,EUR`, dry_run: false }),
    'GET /product/v2/set/': [
      ...listSample({ search: 'name', product_collection: w.collection, completed: false }),
      ...listSample({ parent_set: w.set, ordering: '-created' }),
    ],
    'POST /product/v2/set/': createSamples({
      name,
      product_collection: w.collection,
      year: 2020,
      parent: w.set,
      meta_data: { a: 1 },
    }),
    'GET /product/v2/set/{id}/': idSample(w.set),
    'PUT /product/v2/set/{id}/': createBodySample(w.set, {
      name,
      year: 2020,
      product_collection: w.collection,
      parent: w.secondSet,
    }),
    'PATCH /product/v2/set/{id}/': createBodySample(w.set, { meta_data: { a: 1 }, completed: true, name }),
    'DELETE /product/v2/set/{id}/': idSample(w.set),
    'GET /product/v2/set/{id}/dependents': idSample(w.set),
    'POST /product/v2/set/{id}/complete': createBodySample(w.set, {}),
    'POST /product/v2/set/{id}/uncomplete': createBodySample(w.set, {}),
  };
}
