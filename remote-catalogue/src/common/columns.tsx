import type { Product, ProductSet } from '@console/shared-contract/api';
import type { Column } from '@console/shared-ui/table';
import { commonMessages } from './common-messages';
import { productListMessages } from './product-list-messages';
import { setListMessages } from './set-list-messages';
import { BooleanIcon } from './boolean-icon';

/** Column with a tick for verified products. `width` is a CSS width. */
export const createVerifiedColumn = (width: string): Column<Product> => ({
  id: 'verified',
  header: commonMessages.columns.verified,
  cell: ({ verified }) => (
    <BooleanIcon value={verified} trueLabel={productListMessages.verified} falseLabel={productListMessages.notVerified} />
  ),
  width,
});

/** Columns for the year and the completion of a set, with their CSS widths. */
export const createSetColumns = (widths: { year: string; completed: string }) => ({
  year: {
    id: 'year',
    header: commonMessages.columns.year,
    cell: ({ year }: ProductSet) => String(year ?? '–'),
    width: widths.year,
  },
  completed: {
    id: 'completed',
    header: commonMessages.columns.completed,
    cell: ({ completed }: ProductSet) => (
      <BooleanIcon value={completed} trueLabel={setListMessages.completed} falseLabel={setListMessages.notCompleted} />
    ),
    width: widths.completed,
  },
});
