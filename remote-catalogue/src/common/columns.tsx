import type { Product, ProductSet } from '@console/shared-contract/api';
import type { Column } from '@console/shared-ui/table';
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
