export { DataTable } from './data-table';
export type { Column, RowAction } from './columns';
export { RowActions } from './row-actions';
export { ThumbCell } from './thumb-cell';
export { sortRows, type Sort } from './sort-rows';
