import type { CallOptions } from '@console/shared-auth';
import type { ListQuery } from '../browser/data/filters';

/** Maximum number of individually selected images: the number of ids that one request can contain. */
export const MAX_SELECTED_IMAGES = 10_000;

/** The images to export or to save as a version: all images that match the list's filters, or individually selected images. */
export type ImageSelection = ({ query: ListQuery } | { images: readonly string[] }) & { total: number };

type ExportRequest = NonNullable<CallOptions<'POST /recognition/v2/training-image/export'>['body']>;

/** Converts the images to the request fields of exports and versions. */
export const toSelectionBody = (imageSelection: ImageSelection): Pick<ExportRequest, 'filter' | 'images'> =>
  'images' in imageSelection
    ? { images: [...imageSelection.images] }
    : { filter: imageSelection.query as ExportRequest['filter'] };
