import { api, createImageSender, replaceCachedRow, useWorkspaceQuery, type ChangeSetOption } from '@console/shared-auth';
import type { ProductImage } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';

export function useProductImages(productId: string) {
  return useWorkspaceQuery({
    key: ['product', 'images', productId],
    load: (scope) => api.all('GET /product/v2/image/', { query: { product: productId, page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

const sendImage = createImageSender('POST /product/v2/image/');

export const uploadProductImage = (productId: string, file: File, idempotencyKey: string) =>
  sendImage({ file, fields: { product: productId, name: file.name, noresize: true }, idempotencyKey });

const IMAGE_PATH = '/product/v2/image/{id}';

/** Stores the response of a write in the cache, so that the next write sends the new version before the images are fetched again. */
async function cacheUpdatedImage(request: Promise<ProductImage>): Promise<void> {
  const image = await request;
  replaceCachedRow(image, 'product', 'images', image.product);
}

export const renameImage = ({ id, product }: ProductImage, name: string, version: number) =>
  cacheUpdatedImage(
    api.call(`PUT ${IMAGE_PATH}/`, { params: { id }, body: { name: name.trim(), product, version }, repeatable: true }),
  );

export const updateImage = ({ id, version }: ProductImage, values: { meta_data?: unknown; _objects?: unknown }) =>
  cacheUpdatedImage(api.call(`PATCH ${IMAGE_PATH}/`, { params: { id }, body: { ...values, version }, repeatable: true }));

export const deleteImage = (id: string, options: ChangeSetOption) =>
  api.call(`DELETE ${IMAGE_PATH}/`, { params: { id }, ...options });
