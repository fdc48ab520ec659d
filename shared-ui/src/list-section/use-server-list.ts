import { useWorkspaceQuery, workspaceKey, type QueryScope } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useEffect, useState } from 'react';
import { getLastPage } from '../pager/pager';
import { toOrdering, type Sort } from '../table/sort-rows';
import type { Param } from '../url-params/param';
import type { Params, ValuesOf } from '../url-params/url-params';
import type { UrlParamsState } from '../url-params/use-url-params';
import { useListSelection } from './list-selection';
import { toCommonListValues, type CommonListValues, type ListState } from './list-state';

/** URL parameters of a list. `page`, `search` and `sort` have a fixed meaning; all other parameters are filters. */
export type ListParams = Params & { readonly page: Param<number> };

/** Query parameters that the list adds to the filter. `ordering` is the column to sort by, with a leading minus for descending order. */
export type PageQuery<P extends ListParams> = { page: number; page_size: number } & (P extends { sort: unknown }
  ? { ordering: string | undefined }
  : unknown);

export interface ServerListOptions<P extends ListParams, Filter extends object, Row> {
  /** Result of `useUrlParams`, or of `useLocalParams` in a widget. */
  params: UrlParamsState<P>;
  pageSize: number;
  /** Query key without filter and page. */
  key: WorkspaceKey;
  /** Converts the parameters to the filter of the API. Bulk changes of all matching rows send the same filter. */
  toFilter: (values: ValuesOf<P>) => Filter;
  load: (query: Filter & PageQuery<P>, scope: QueryScope) => Promise<{ count: number; results: Row[] }>;
  /**
   * Parameters that select one of several lists, such as the groups of one job. The button "Clear filters" keeps them. Changing
   * one of them clears the selection of rows.
   */
  identityParams?: readonly (keyof P)[];
}

/** A list with its typed parameters and filter. */
export interface ServerList<P extends ListParams, Filter, Row> extends ListState<Row> {
  values: ValuesOf<P>;
  set: UrlParamsState<P>['set'];
  /** Filter of the shown rows. */
  filter: Filter;
}

/**
 * State of a list that the server searches, filters, sorts and counts. If all rows of the last page were deleted, the list goes to the
 * previous page. The previous rows stay visible until new rows have loaded.
 */
export function useServerList<P extends ListParams, Filter extends object, Row>(
  options: ServerListOptions<P, Filter, Row>,
): ServerList<P, Filter, Row> {
  const { params, pageSize, key, toFilter, load, identityParams = [] } = options;
  const { values, committedValues, set, replace } = params;
  const { page = 1, sort, search: committedSearch } = toCommonListValues(committedValues);
  const commonValues = toCommonListValues(values);
  const setCommonValues = set as (patch: Partial<CommonListValues>) => void;
  const filter = toFilter(committedValues);
  const query = { ...filter, page, page_size: pageSize, ordering: sort && toOrdering(sort) };
  const result = useWorkspaceQuery({
    key: [...key, query] as unknown as WorkspaceKey,
    load: (scope) => load(query as unknown as Filter & PageQuery<P>, scope),
    // Keep the previous rows visible only if they belong to the same list and workspace.
    placeholderData: (previous, previousQuery) =>
      JSON.stringify(previousQuery?.queryKey.slice(0, -1)) === JSON.stringify(workspaceKey(...key)) ? previous : undefined,
  });
  const { data, refetch: refetchQuery } = result;
  // The total is stored separately, so that the pager stays usable if loading a page fails.
  const [total, setTotal] = useState<number>();
  if (data && data.count !== total) setTotal(data.count);

  const lastPage = getLastPage(data?.count ?? 0, pageSize);
  const isPastLastPage = data !== undefined && !result.isPlaceholderData && page > lastPage;
  useEffect(() => {
    // Replace the history entry. Otherwise, the browser's Back button would lead to the missing page again.
    if (isPastLastPage) replace({ page: lastPage } as Parameters<typeof replace>[0]);
  }, [isPastLastPage, lastPage, replace]);

  const identityKey = JSON.stringify(identityParams.map((name) => committedValues[name]));
  const selection = useListSelection(JSON.stringify(filter), identityKey);
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  const preservedParams = ['sort', ...identityParams];
  return {
    values,
    set,
    filter,
    rows: isPastLastPage ? undefined : data?.results,
    total: data?.count ?? total,
    page,
    pageSize,
    setPage: useCallback((newPage: number) => setCommonValues({ page: newPage }), [setCommonValues]),
    error: result.error,
    refetch,
    search: commonValues.search,
    setSearch: (search) => setCommonValues({ search }),
    submitSearch: () => {
      setCommonValues({ page: 1 });
      if (commonValues.search === committedSearch) refetch();
    },
    sort: commonValues.sort,
    setSort: useCallback((newSort: Sort) => setCommonValues({ sort: newSort }), [setCommonValues]),
    isFiltered: params.isNarrowed(...preservedParams),
    clearFilters: () => params.clear(...preservedParams),
    selection,
  };
}
