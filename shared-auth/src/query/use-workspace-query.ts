import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { LoadState } from '../load-state';
import { useResources, useWorkspace } from '../session/hooks';
import { consoleStore } from '../store';
import { activeWorkspaceIdAtom } from '../session/atoms';
import { consoleQueryClient } from './query-client';

/** What a query's function is given: send both on with each call. */
export interface QueryScope {
  workspace: string;
  signal: AbortSignal;
}

export interface WorkspaceQueryOptions<T, Selected = T> extends Omit<
  UseQueryOptions<T, Error, Selected>,
  'queryKey' | 'queryFn'
> {
  /** Without the workspace id, which is put in front. Keys of rows that others change too stand in the contract. */
  key: WorkspaceKey;
  load: (scope: QueryScope) => Promise<T>;
}

/**
 * A query of the active workspace: its key starts with the workspace id, so that a switch can never show another's rows,
 * and it waits until the workspace's services are loaded.
 */
export function useWorkspaceQuery<T, Selected = T>({
  key,
  load,
  enabled = true,
  ...options
}: WorkspaceQueryOptions<T, Selected>): UseQueryResult<Selected, Error> {
  const { workspaceId } = useWorkspace();
  const { state } = useResources();
  const isReady = workspaceId !== null && state === LoadState.LOADED;
  return useQuery<T, Error, Selected>(
    {
      ...options,
      queryKey: [workspaceId, ...key],
      queryFn: ({ signal }) => load({ workspace: workspaceId ?? '', signal }),
      enabled: (query) => isReady && (typeof enabled === 'function' ? enabled(query) : enabled),
    },
    consoleQueryClient,
  );
}

/** The key of a query of the active workspace, for `setQueryData` and the like. */
export function workspaceKey(...key: WorkspaceKey): QueryKey {
  return [consoleStore.get(activeWorkspaceIdAtom), ...key];
}

/** Marks the active workspace's queries under a key as stale, so that those on the screen are read again. */
export function invalidateWorkspace(...key: WorkspaceKey): Promise<void> {
  return consoleQueryClient.invalidateQueries({ queryKey: workspaceKey(...key) });
}

/** Puts a row, as a write answered it, in the place of the one in a list that is held under a key of the active workspace. */
export function replaceCachedRow(row: { id: string }, ...key: WorkspaceKey): void {
  consoleQueryClient.setQueryData<{ id: string }[]>(workspaceKey(...key), (rows) =>
    rows?.map((held) => (held.id === row.id ? row : held)),
  );
}

/** Puts a row, as a write answered it, into the list that is held under a key: in the place of the one of its id, else as a new one. */
export function upsertCachedRow<Row extends { id: string }>(
  row: Row,
  order: (a: Row, b: Row) => number,
  ...key: WorkspaceKey
): void {
  consoleQueryClient.setQueryData<Row[]>(
    workspaceKey(...key),
    (rows) => rows && [...rows.filter(({ id }) => id !== row.id), row].sort(order),
  );
}

/** Takes a row that was deleted out of the list that is held under a key. */
export function deleteCachedRow(id: string, ...key: WorkspaceKey): void {
  consoleQueryClient.setQueryData<{ id: string }[]>(workspaceKey(...key), (rows) => rows?.filter((held) => held.id !== id));
}
