import { api, updateCachedRow, useWorkspaceRow, type ChangeSetOption } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';

export const fetchProduct = (id: string) => api.call('GET /product/v2/product/{id}/', { params: { id } });

export function useProduct(id: string) {
  return useWorkspaceRow({
    key: ['product', 'products', 'one', id],
    load: (scope) => api.call('GET /product/v2/product/{id}/', { params: { id }, ...scope }),
  });
}

export interface ProductValues {
  name: string;
  customer_product_id: string;
  /** Id of the collection, or ''. */
  collection: string;
}

const PRODUCT_PATH = '/product/v2/product/{id}';

/** Stores the response of a write in the cache, so that the next write sends the new version before the product is fetched again. */
async function cacheUpdatedProduct(request: Promise<Product>): Promise<Product> {
  const product = await request;
  await updateCachedRow<Product>(() => product, 'product', 'products', 'one', product.id);
  return product;
}

/** @param version version of the edited row. The server responds with 409 if the row has a newer version. */
export const updateProduct = (id: string, version: number, { name, customer_product_id, collection }: ProductValues) =>
  cacheUpdatedProduct(
    api.call(`PUT ${PRODUCT_PATH}/`, {
      params: { id },
      body: {
        name: name.trim(),
        customer_product_id: customer_product_id.trim(),
        product_collection: collection === '' ? null : Number(collection),
        version,
      },
      repeatable: true,
    }),
  );

/**
 * Assigns a product to a set, or removes it from its set if `set` is null. Some servers also require the collection. The server
 * responds with 409 if the product has changed since `version`: another user may have moved the product to another set.
 */
export const assignToSet = (
  { id, product_collection, version }: Pick<Product, 'id' | 'product_collection' | 'version'>,
  productSet: string | null,
  options: ChangeSetOption = {},
) =>
  cacheUpdatedProduct(
    api.call(`PUT ${PRODUCT_PATH}/`, {
      params: { id },
      body: { product_set: productSet, product_collection, version },
      ...options,
    }),
  );

export const saveProductMeta = ({ id, version }: Product, meta_data: unknown) =>
  cacheUpdatedProduct(api.call(`PATCH ${PRODUCT_PATH}/`, { params: { id }, body: { meta_data, version }, repeatable: true }));

export const setVerified = (id: string, verified: boolean) =>
  cacheUpdatedProduct(
    api.call(`POST ${PRODUCT_PATH}/${verified ? 'verify' : 'unverify'}`, { params: { id }, body: { product: id } }),
  );

export const deleteProduct = (id: string, options: ChangeSetOption) =>
  api.call(`DELETE ${PRODUCT_PATH}/`, { params: { id }, ...options });
