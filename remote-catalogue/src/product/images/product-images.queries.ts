import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { ProductImage } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import type { UploadedImage } from '@console/shared-ui/pages';

/** Long enough for a large image over a slow connection and a server that decodes several images at a time. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export function useProductImages(product: string) {
  return useWorkspaceQuery({
    key: ['product', 'images', product],
    load: (scope) => api.all('GET /product/v2/image/', { query: { product, page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

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
