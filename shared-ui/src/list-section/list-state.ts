import type { Sort } from '../table/sort-rows';
import type { ListSelection } from './list-selection';

/** State of a list, independent of its URL parameters and filters. */
export interface ListState<Row> {
  /** Rows of the page. Undefined while the first page loads and after a failure. */
  rows: readonly Row[] | undefined;
  /** Number of matching rows on all pages. Undefined until the first page has loaded. */
  total: number | undefined;
  page: number;
  pageSize: number;
  setPage: (page: number) => void;
  /** Error of the last request. If `rows` is set as well, the rows may be outdated. */
  error: unknown;
  refetch: () => void;
  /** Typed search text. Undefined for lists without search. */
  search: string | undefined;
  setSearch: (search: string) => void;
  /** Searches without waiting for the pause after typing, or refetches if the search has not changed. */
  submitSearch: () => void;
  sort: Sort | undefined;
  setSort: (sort: Sort) => void;
  isFiltered: boolean;
  clearFilters: () => void;
  selection: ListSelection;
}

/** Values of URL parameters that have the same meaning in every list: page number, search text and sort order. */
export interface CommonListValues {
  page?: number;
  search?: string;
  sort?: Sort;
}

/** Returns the same object, with the type of the values that all lists have in common. */
export const toCommonListValues = (values: object): CommonListValues => values;
