import { api, consoleQueryClient, containsText, useWorkspace } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ShellRoute } from '../federation-view/federation-view';
import { collectFound } from './use-id-lookup';

/** Maximum number of rows that are shown for each kind. Users type more text to find further rows. */
const MAX_ROWS_PER_PAGE = 5;
const MIN_SEARCH_LENGTH = 2;
/** Time after the last key press until the search starts. */
const SEARCH_DELAY_MS = 250;

/** A row whose name or number contains the text. */
interface FoundItem {
  route: ShellRoute;
  id: string;
  name: string;
  detail: string;
}

interface RowSearch {
  found: readonly FoundItem[];
  isSearching: boolean;
  error: unknown;
  retry: () => void;
}

const getText = (row: object, field: string | undefined): string => {
  const value: unknown = field === undefined ? undefined : Reflect.get(row, field);
  return typeof value === 'string' ? value : '';
};

async function searchPage(route: ShellRoute, find: string, signal: AbortSignal): Promise<FoundItem[]> {
  const query = { find, page_size: MAX_ROWS_PER_PAGE };
  const response = await api.callByName(`GET ${route.find?.list ?? ''}`, { query, signal });
  const results: unknown = (response as { results?: unknown } | null)?.results;
  if (!Array.isArray(results)) return [];
  return (
    results
      .filter((row): row is object => typeof row === 'object' && row !== null)
      .slice(0, MAX_ROWS_PER_PAGE)
      .map((row) => ({ route, id: getText(row, 'id'), name: getText(row, 'name'), detail: getText(row, route.find?.detail) }))
      // Filter again in the browser, because an older server ignores the search and returns the first rows of the list.
      .filter(({ name, detail }) => containsText([name, detail], find))
  );
}

/**
 * Finds rows of the active workspace by name or number after a pause in typing. The manifests name the lists that are searched.
 * @param routes the routes that are available in the workspace
 */
export function useRowSearch(routes: readonly ShellRoute[], text: string): RowSearch {
  const { workspaceId } = useWorkspace();
  const [committedText, setCommittedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setCommittedText(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearchable = text.length >= MIN_SEARCH_LENGTH && routes.length > 0;
  const isCommitted = committedText === text;
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['palette', 'search', workspaceId, committedText],
      queryFn: ({ signal }) => collectFound(routes.map((route) => searchPage(route, committedText, signal))),
      enabled: isSearchable && isCommitted,
      gcTime: 0,
    },
    consoleQueryClient,
  );
  const isSearching = isSearchable && (!isCommitted || isFetching);
  return {
    found: isSearchable && !isSearching ? (data ?? []) : [],
    isSearching,
    error: isSearchable && !isSearching ? error : null,
    retry: () => void refetch(),
  };
}
