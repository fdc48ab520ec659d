import type { CallOptions } from '@console/shared-auth';
import type { ListQuery } from '../browser/data/filters';

/** Maximum number of image ids in one request. */
export const MOST_TAKEN_BY_HAND = 10_000;

/** The images to export or to save as a version: all that match the list's filters, or individually selected ones. */
export type Taken = ({ query: ListQuery } | { images: readonly string[] }) & { total: number };

type Order = NonNullable<CallOptions<'POST /recognition/v2/training-image/export'>['body']>;

/** Converts the images to the request fields of exports and versions. */
export const chosenOf = (taken: Taken): Pick<Order, 'filter' | 'images'> =>
  'images' in taken ? { images: [...taken.images] } : { filter: taken.query as Order['filter'] };
