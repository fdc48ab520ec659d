import type { Product, ProductCollection, ProductSet } from '@console/shared-contract/api';
import type { Column } from '@console/shared-ui/table';
import { describeCollection } from '../collections/collections.queries';
import { messages } from '../messages';
import { BooleanIcon } from './boolean-icon';

/** Column with a tick for verified products. `width` is a CSS width. */
export const createVerifiedColumn = (width: string): Column<Product> => ({
  id: 'verified',
  header: messages.columns.verified,
  cell: ({ verified }) => (
    <BooleanIcon value={verified} trueLabel={messages.products.verified} falseLabel={messages.products.notVerified} />
  ),
  width,
});

/** Columns for the year and the completion of a set, with their CSS widths. */
export const createSetColumns = (widths: { year: string; completed: string }) => ({
  year: {
    id: 'year',
    header: messages.columns.year,
    cell: ({ year }: ProductSet) => String(year ?? '–'),
    width: widths.year,
  },
  completed: {
    id: 'completed',
    header: messages.columns.completed,
    cell: ({ completed }: ProductSet) => (
      <BooleanIcon value={completed} trueLabel={messages.setList.completed} falseLabel={messages.setList.notCompleted} />
    ),
    width: widths.completed,
  },
});

/** Columns for the name and the type of the collection of a product or set, with their CSS widths. */
export const createCollectionColumns = (
  collections: readonly ProductCollection[] | undefined,
  widths: { name: string; type: string },
): Column<{ product_collection: number | null }>[] =>
  (['name', 'type'] as const).map((field) => ({
    id: field === 'name' ? 'collection' : 'type',
    header: field === 'name' ? messages.columns.collection : messages.columns.type,
    cell: (row) => describeCollection(collections, row.product_collection)[field],
    width: widths[field],
  }));
