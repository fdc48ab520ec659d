import { api, useWorkspacePages, useWorkspaceQuery } from '@console/shared-auth';
import type { ChangeSet, ChangedKind, ChangeOrigin } from '@console/shared-contract/api';
import { mergeNames, type NamedRows } from '@console/shared-ui/history';
import { useMemo } from 'react';

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

/** Reads the change sets of user actions of the active workspace, newest first, page by page. */
export function useActivity(filters: ActivityFilters) {
  const query = useWorkspacePages({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'activity', filters],
    load: ({ before, ...scope }) =>
      api.call('GET /history/v2/set/', { query: { ...filters, before, limit: PAGE_SIZE }, ...scope }),
    keepsPrevious: true,
  });
  const names: NamedRows = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  return { ...query, sets: query.results, names };
}

/** Reads all change sets that match the filters, for an export. */
export async function loadAllActivity(
  workspaceId: string,
  filters: ActivityFilters,
): Promise<{ sets: ChangeSet[]; names: NamedRows }> {
  const pages: ActivityPageData[] = [];
  for (let before: number | undefined; ;) {
    const page: ActivityPageData = await api.call('GET /history/v2/set/', {
      query: { ...filters, before, limit: PAGE_SIZE },
      workspace: workspaceId,
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

export function useMembers() {
  return useWorkspaceQuery({
    key: ['own:host', 'members'],
    load: async (scope) => (await api.call('GET /account/v2/member/', scope)).results,
  });
}

/** Reads the entries of a change set, newest first, page by page. */
export function useChanges(changeSet: number) {
  const query = useWorkspacePages({
    key: ['own:host', 'changes', changeSet],
    load: ({ before, ...scope }) =>
      api.call('GET /history/v2/change/', { query: { change_set: changeSet, before, limit: PAGE_SIZE }, ...scope }),
  });
  const names = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  return { ...query, changes: query.results, names };
}
