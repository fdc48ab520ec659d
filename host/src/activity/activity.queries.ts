import { api, consoleQueryClient, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { Change, ChangeSet, ChangedKind, ChangeOrigin } from '@console/shared-contract/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NamedRows } from './named-row';

/** Maximum number of rows that the server returns at once. */
const PAGE_SIZE = 200;

export interface ActivityFilters {
  user?: string;
  former_members?: boolean;
  kind?: ChangedKind;
  origin?: ChangeOrigin;
  created_after?: string;
  created_before?: string;
}

/** Reads the change sets of the active workspace, newest first, page by page. */
export function useActivity(filters: ActivityFilters) {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(
    {
      queryKey: [workspaceId, 'own:host', 'activity', filters],
      queryFn: ({ pageParam, signal }) =>
        api.call('GET /history/v2/set/', {
          query: { ...filters, before: pageParam, limit: PAGE_SIZE },
          workspace: workspaceId ?? '',
          signal,
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      enabled: workspaceId !== null,
    },
    consoleQueryClient,
  );
  const sets: ChangeSet[] | undefined = query.data?.pages.flatMap((page) => page.results);
  const names: NamedRows = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  return { ...query, sets, names };
}

/** Reads all change sets that match the filters, for an export. */
export async function loadAllActivity(
  workspace: string,
  filters: ActivityFilters,
): Promise<{ sets: ChangeSet[]; names: NamedRows }> {
  const pages: ActivityPageData[] = [];
  for (let before: number | undefined; ;) {
    const page: ActivityPageData = await api.call('GET /history/v2/set/', {
      query: { ...filters, before, limit: PAGE_SIZE },
      workspace,
    });
    pages.push(page);
    if (page.next === null) return { sets: pages.flatMap(({ results }) => results), names: mergeNames(pages) };
    before = page.next;
  }
}

interface ActivityPageData {
  results: ChangeSet[];
  next: number | null;
  names: NamedRows;
}

// Servers of earlier releases do not send names.
export const mergeNames = (pages: readonly { names?: NamedRows }[] = []): NamedRows =>
  Object.assign({}, ...pages.map((page) => page.names)) as NamedRows;

export function useMembers() {
  return useWorkspaceQuery({
    key: ['own:host', 'members'],
    load: async (scope) => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Reads the entries of a change set, newest first, page by page. */
export function useChanges(changeSet: number) {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(
    {
      queryKey: [workspaceId, 'own:host', 'changes', changeSet],
      queryFn: ({ pageParam, signal }) =>
        api.call('GET /history/v2/change/', {
          query: { change_set: changeSet, before: pageParam, limit: PAGE_SIZE },
          workspace: workspaceId ?? '',
          signal,
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: workspaceId !== null,
    },
    consoleQueryClient,
  );
  const names = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  const changes: Change[] | undefined = query.data?.pages.flatMap((page) => page.results);
  return { ...query, changes, names };
}
