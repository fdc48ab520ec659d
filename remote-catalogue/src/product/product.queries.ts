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

const PRODUCT = '/product/v2/product/{id}';

/** Stores the response of a write in the cache, so that the next write sends the new version before the product is fetched again. */
async function storeResponse(request: Promise<Product>): Promise<Product> {
  const product = await request;
  await updateCachedRow<Product>(() => product, 'product', 'products', 'one', product.id);
  return product;
}

/** @param version version of the edited row. The server responds with 409 if the row has a newer version. */
export const updateProduct = (id: string, version: number, { name, customer_product_id, collection }: ProductValues) =>
  storeResponse(
    api.call(`PUT ${PRODUCT}/`, {
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
  storeResponse(
    api.call(`PUT ${PRODUCT}/`, { params: { id }, body: { product_set: productSet, product_collection, version }, ...options }),
  );

export const saveProductMeta = ({ id, version }: Product, meta_data: unknown) =>
  storeResponse(api.call(`PATCH ${PRODUCT}/`, { params: { id }, body: { meta_data, version }, repeatable: true }));

export const setVerified = (id: string, verified: boolean) =>
  storeResponse(api.call(`POST ${PRODUCT}/${verified ? 'verify' : 'unverify'}`, { params: { id }, body: { product: id } }));

export const deleteProduct = (id: string, options: ChangeSetOption) =>
  api.call(`DELETE ${PRODUCT}/`, { params: { id }, ...options });
