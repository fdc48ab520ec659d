import { useCallback, useMemo } from 'react';
import type { QueryLike } from '../states/query-like';
import type { Sort } from '../table/sort-rows';
import type { Params, ValuesOf } from '../url-params/url-params';
import type { UrlParamsState } from '../url-params/use-url-params';
import { useNameSearch } from './list-bar';
import { useListSelection } from './list-selection';
import { toCommonListValues, type CommonListValues, type ListState } from './list-state';

export interface LoadedListOptions<P extends Params, Row> {
  /** All rows. */
  query: QueryLike<readonly Row[]>;
  /** URL parameters of this list. All parameters except `search` and `sort` are filters. */
  params: UrlParamsState<P>;
  /** Whether a row matches the filters. Memoize it, or each render filters and sorts the rows again. */
  matches?: (row: Row) => boolean;
}

export interface LoadedList<P extends Params, Row> extends ListState<Row> {
  values: ValuesOf<P>;
  set: UrlParamsState<P>['set'];
}

/** State of a list whose rows are all loaded, and are searched, filtered and sorted in the browser. `total` counts all rows. */
export function useLoadedList<P extends Params, Row extends { id: string; name?: string }>({
  query,
  params,
  matches,
}: LoadedListOptions<P, Row>): LoadedList<P, Row> {
  const { values, set } = params;
  const { search, sort } = toCommonListValues(values);
  const setCommonValues = set as (patch: CommonListValues) => void;
  const filteredRows = useMemo(() => (matches ? query.data?.filter(matches) : query.data), [query.data, matches]);
  const { refetch: refetchQuery } = query;
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  return {
    values,
    set,
    rows: useNameSearch(filteredRows, search ?? ''),
    total: query.data?.length,
    page: 1,
    pageSize: Infinity,
    setPage: () => undefined,
    error: query.error,
    refetch,
    search,
    setSearch: (text) => setCommonValues({ search: text }),
    submitSearch: refetch,
    sort,
    setSort: useCallback((newSort: Sort) => setCommonValues({ sort: newSort }), [setCommonValues]),
    isFiltered: params.isNarrowed('sort'),
    clearFilters: () => params.clear('sort'),
    selection: useListSelection('', ''),
  };
}
