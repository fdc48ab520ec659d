import type { CallOptions } from '@console/shared-auth';
import type { ListQuery } from '../browser/filters';

/** Images that an order may name one by one. */
export const MOST_TAKEN_BY_HAND = 10_000;

/** What is taken out, or kept as a version: what a list shows by its filters, or images that a person has selected. */
export type Taken = ({ query: ListQuery } | { images: readonly string[] }) & { total: number };

type Order = NonNullable<CallOptions<'POST /recognition/v2/training-image/export'>['body']>;

/** As orders of exports and versions name it. */
export const chosenOf = (taken: Taken): Pick<Order, 'filter' | 'images'> =>
  'images' in taken ? { images: [...taken.images] } : { filter: taken.query as Order['filter'] };
