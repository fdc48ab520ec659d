import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import type { Product, ProductImage } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import type { UploadedImage } from '@console/shared-ui/pages';

export const PRICE_PAGE_SIZE = 5;
/** Long enough for a large image over a slow connection and a server that decodes several images at a time. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export function useProduct(id: string) {
  return useWorkspaceRow({
    key: ['product', 'products', 'one', id],
    load: (scope) => api.call('GET /product/v2/product/{id}/', { params: { id }, ...scope }),
  });
}

export function useProductImages(product: string) {
  return useWorkspaceQuery({
    key: ['product', 'images', product],
    load: (scope) => api.all('GET /product/v2/image/', { query: { product, page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

export function usePrices(product_id: string, page: number) {
  return useWorkspaceQuery({
    key: ['product', 'prices', product_id, page],
    load: (scope) => api.call('GET /product/v2/price/', { query: { product_id, page, page_size: PRICE_PAGE_SIZE }, ...scope }),
    placeholderData: (previous) => previous,
  });
}

/** All prices of a product, for the charts. */
export function useAllPrices(product_id: string) {
  return useWorkspaceQuery({
    key: ['product', 'prices', product_id, 'all'],
    load: (scope) => api.all('GET /product/v2/price/', { query: { product_id, page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

export interface ProductValues {
  name: string;
  customer_product_id: string;
  /** Id of the collection, or ''. */
  collection: string;
}

const PRODUCT = '/product/v2/product/{id}';

/** @param version version of the edited row. The server responds with 409 if the row has a newer version. */
export const updateProduct = (id: string, version: number, { name, customer_product_id, collection }: ProductValues) =>
  api.call(`PUT ${PRODUCT}/`, {
    params: { id },
    body: {
      name: name.trim(),
      customer_product_id: customer_product_id.trim(),
      product_collection: collection === '' ? null : Number(collection),
      version,
    },
    repeatable: true,
  });

/** Assigns a product to a set, or removes it from its set if `set` is null. Some servers also require the collection. */
export const assignToSet = ({ id, product_collection }: Pick<Product, 'id' | 'product_collection'>, set: string | null) =>
  api.call(`PUT ${PRODUCT}/`, { params: { id }, body: { product_set: set, product_collection } });

export const fetchProduct = (id: string) => api.call(`GET ${PRODUCT}/`, { params: { id } });

export const saveProductMeta = ({ id, version }: Product, meta_data: unknown) =>
  api.call(`PATCH ${PRODUCT}/`, { params: { id }, body: { meta_data, version }, repeatable: true });

export const setVerified = (id: string, verified: boolean) =>
  verified
    ? api.call(`POST ${PRODUCT}/verify`, { params: { id }, body: { product: id } })
    : api.call(`POST ${PRODUCT}/unverify`, { params: { id }, body: { product: id } });

export const deleteProduct = (id: string) => api.call(`DELETE ${PRODUCT}/`, { params: { id } });

/** Restores a deleted product together with its images and prices. */
export const restoreProduct = (id: string) =>
  api.call('POST /product/v2/product/change', { body: { change: 'restore', products: [id] } });

export const uploadProductImage = (product: string, { base64, name, idempotencyKey }: UploadedImage) =>
  api.call('POST /product/v2/image/', {
    body: { product, base64, name, noresize: true },
    timeout: UPLOAD_TIMEOUT_MS,
    idempotencyKey,
  });

const IMAGE = '/product/v2/image/{id}';

export const renameImage = ({ id, product }: ProductImage, name: string, version: number) =>
  api.call(`PUT ${IMAGE}/`, { params: { id }, body: { name: name.trim(), product, version }, repeatable: true });

export const updateImage = ({ id, version }: ProductImage, values: { meta_data?: unknown; _objects?: unknown }) =>
  api.call(`PATCH ${IMAGE}/`, { params: { id }, body: { ...values, version }, repeatable: true });

export const deleteImage = (id: string) => api.call(`DELETE ${IMAGE}/`, { params: { id } });

export const deletePrice = (id: string) => api.call('DELETE /product/v2/price/{id}/', { params: { id } });
