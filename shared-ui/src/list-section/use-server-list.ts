import { useWorkspaceQuery, workspaceKey, type QueryScope } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useEffect, useState } from 'react';
import { getLastPage } from '../pager/pager';
import type { Sort } from '../table/sort-rows';
import type { Param } from '../url-params/param';
import type { Params, ValuesOf } from '../url-params/url-params';
import type { UrlParamsState } from '../url-params/use-url-params';
import { useListSelection } from './list-selection';
import { toKnownValues, type KnownValues, type ListState } from './list-state';

/** Parameters of a server list. `search` and `sort` search and sort the list; all others are filters. */
export type ListParams = Params & { readonly page: Param<number> };

/** Query parameters that the list adds to the filter. `ordering`: the sorted column, with a minus for descending order. */
export type PageQuery<P extends ListParams> = { page: number; page_size: number } & (P extends { sort: unknown }
  ? { ordering: string | undefined }
  : unknown);

export interface ServerListOptions<P extends ListParams, Filter extends object, Row> {
  /** `useUrlParams`, or `useLocalParams` in a widget. */
  params: UrlParamsState<P>;
  pageSize: number;
  /** Query key without filter and page. */
  key: WorkspaceKey;
  /** Converts the parameters to the filter of the API. Bulk changes of all matching rows send the same filter. */
  toFilter: (values: ValuesOf<P>) => Filter;
  load: (query: Filter & PageQuery<P>, scope: QueryScope) => Promise<{ count: number; results: Row[] }>;
  /**
   * Parameters that choose which list is shown instead of filtering it. The button Clear filters keeps them. A change clears
   * the selection of rows.
   */
  scopeParams?: readonly (keyof P)[];
}

/** A list with its typed parameters and filter. */
export interface ServerList<P extends ListParams, Filter, Row> extends ListState<Row> {
  values: ValuesOf<P>;
  set: UrlParamsState<P>['set'];
  /** Filter of the shown rows. */
  filter: Filter;
}

const toOrdering = (sort: Sort | undefined) => sort && `${sort.direction === 'descending' ? '-' : ''}${sort.columnId}`;

/**
 * A list that the server searches, filters, sorts and counts. Its parameters are in the URL. If all rows of a
 * page were deleted, it goes to the last page. The previous rows stay visible until the next ones have loaded.
 */
export function useServerList<P extends ListParams, Filter extends object, Row>(
  options: ServerListOptions<P, Filter, Row>,
): ServerList<P, Filter, Row> {
  const { params, pageSize, key, toFilter, load, scopeParams = [] } = options;
  const { values, committed, set, replace } = params;
  const { page = 1, sort, search: committedSearch } = toKnownValues(committed);
  const knownValues = toKnownValues(values);
  const setKnown = set as (patch: Partial<KnownValues>) => void;
  const filter = toFilter(committed);
  const query = { ...filter, page, page_size: pageSize, ordering: toOrdering(sort) };
  const result = useWorkspaceQuery({
    key: [...key, query] as unknown as WorkspaceKey,
    load: (scope) => load(query as unknown as Filter & PageQuery<P>, scope),
    // Rows of another list or workspace must not stay visible.
    placeholderData: (previous, previousQuery) =>
      JSON.stringify(previousQuery?.queryKey.slice(0, -1)) === JSON.stringify(workspaceKey(...key)) ? previous : undefined,
  });
  const { data, refetch: refetchQuery } = result;
  // Stored separately, so that the pager stays usable if loading a page fails.
  const [total, setTotal] = useState<number>();
  if (data && data.count !== total) setTotal(data.count);

  const lastPage = getLastPage(data?.count ?? 0, pageSize);
  const isPastLastPage = data !== undefined && !result.isPlaceholderData && page > lastPage;
  useEffect(() => {
    // Replace the history entry: otherwise Back would lead to the missing page again.
    if (isPastLastPage) replace({ page: lastPage } as Parameters<typeof replace>[0]);
  }, [isPastLastPage, lastPage, replace]);

  const scopeKey = JSON.stringify(scopeParams.map((name) => committed[name]));
  const selection = useListSelection(JSON.stringify(filter), scopeKey);
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  const keptParams = ['sort', ...scopeParams];
  return {
    values,
    set,
    filter,
    rows: isPastLastPage ? undefined : data?.results,
    total: data?.count ?? total,
    page,
    pageSize,
    setPage: useCallback((next: number) => setKnown({ page: next }), [setKnown]),
    error: result.error,
    refetch,
    search: knownValues.search,
    setSearch: (search) => setKnown({ search }),
    submitSearch: () => {
      setKnown({ page: 1 });
      if (knownValues.search === committedSearch) refetch();
    },
    sort: knownValues.sort,
    setSort: useCallback((next: Sort) => setKnown({ sort: next }), [setKnown]),
    isFiltered: params.isNarrowed(...keptParams),
    clearFilters: () => params.clear(...keptParams),
    selection,
  };
}
