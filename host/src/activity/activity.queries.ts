import { api, consoleQueryClient, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { ChangeSet, ChangedKind, ChangeOrigin } from '@console/shared-contract/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

export interface ActivityFilters {
  user?: string;
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
        api.call('GET /history/v2/set/', { query: { ...filters, before: pageParam }, workspace: workspaceId ?? '', signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      enabled: workspaceId !== null,
    },
    consoleQueryClient,
  );
  const sets: ChangeSet[] | undefined = query.data?.pages.flatMap((page) => page.results);
  return { ...query, sets };
}

export function useMembers() {
  return useWorkspaceQuery({
    key: ['own:host', 'members'],
    load: async (scope) => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Maximum number of entries that the details of a change set show. */
export const MAX_CHANGES = 200;

/** Reads the entries of a change set. */
export function useChanges(changeSet: number) {
  return useWorkspaceQuery({
    key: ['own:host', 'changes', changeSet],
    load: async (scope) =>
      (await api.call('GET /history/v2/change/', { ...scope, query: { change_set: changeSet, limit: MAX_CHANGES } })).results,
  });
}
