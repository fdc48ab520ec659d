import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { LoadState } from '../state/load-state';
import { useResources, useWorkspace } from '../session/hooks';
import { consoleStore } from '../state/store';
import { activeWorkspaceIdAtom } from '../state/atoms';
import { consoleQueryClient } from '../state/query-client';
import { useProgressOptions, type WorkProgress } from './work-progress';

/** Argument of the `load` function of a query. Pass its fields on to each call. */
export interface QueryScope {
  workspace: string;
  signal: AbortSignal;
}

export interface WorkspaceQueryOptions<T, Selected = T> extends Omit<
  UseQueryOptions<T, Error, Selected>,
  'queryKey' | 'queryFn'
> {
  /** Query key without the workspace id, which is prepended. The contract defines the keys that micro-frontends share. */
  key: WorkspaceKey;
  load: (scope: QueryScope) => Promise<T>;
  /** Set this if the rows show the progress of background work. The rows are then refetched while such work runs. */
  progress?: WorkProgress<NoInfer<T>>;
}

/**
 * A query of the active workspace. Its key starts with the workspace id, so that it never shows rows of another workspace.
 * The query starts once the services of the workspace are loaded.
 */
export function useWorkspaceQuery<T, Selected = T>({
  key,
  load,
  enabled = true,
  progress,
  ...options
}: WorkspaceQueryOptions<T, Selected>): UseQueryResult<Selected, Error> {
  const { workspaceId } = useWorkspace();
  const { state: resourcesState } = useResources();
  const progressOptions = useProgressOptions(progress);
  const isReady = workspaceId !== null && resourcesState === LoadState.LOADED;
  return useQuery<T, Error, Selected>(
    {
      ...options,
      ...progressOptions,
      queryKey: [workspaceId, ...key],
      queryFn: ({ signal }) => load({ workspace: workspaceId ?? '', signal }),
      enabled: (query) => isReady && (typeof enabled === 'function' ? enabled(query) : enabled),
    },
    consoleQueryClient,
  );
}

/** Returns the complete query key for the active workspace, for functions such as `setQueryData`. */
export function workspaceKey(...key: WorkspaceKey): QueryKey {
  return [consoleStore.get(activeWorkspaceIdAtom), ...key];
}

/** Marks queries of the active workspace with this key prefix as stale, and refetches those that are visible. */
export function invalidateWorkspace(...key: WorkspaceKey): Promise<void> {
  return consoleQueryClient.invalidateQueries({ queryKey: workspaceKey(...key) });
}

/** Changes the cached row with this key. Cancels running fetches first, because their older data would overwrite the change. */
export async function updateCachedRow<Row>(change: (row: Row) => Row, ...key: WorkspaceKey): Promise<void> {
  const queryKey = workspaceKey(...key);
  await consoleQueryClient.cancelQueries({ queryKey });
  consoleQueryClient.setQueryData<Row>(queryKey, (row) => row && change(row));
}

/** Replaces the row with the same id in the cached list with this key. */
export function replaceCachedRow(row: { id: string }, ...key: WorkspaceKey): void {
  consoleQueryClient.setQueryData<{ id: string }[]>(workspaceKey(...key), (rows) =>
    rows?.map((cachedRow) => (cachedRow.id === row.id ? row : cachedRow)),
  );
}

/** Inserts a row into the cached list with this key, or replaces the row with the same id, and sorts the list. */
export function upsertCachedRow<Row extends { id: string }>(
  row: Row,
  compare: (a: Row, b: Row) => number,
  ...key: WorkspaceKey
): void {
  consoleQueryClient.setQueryData<Row[]>(
    workspaceKey(...key),
    (rows) => rows && [...rows.filter(({ id }) => id !== row.id), row].sort(compare),
  );
}

/** Removes a deleted row from the cached list with this key. */
export function deleteCachedRow(id: string, ...key: WorkspaceKey): void {
  consoleQueryClient.setQueryData<{ id: string }[]>(workspaceKey(...key), (rows) =>
    rows?.filter((cachedRow) => cachedRow.id !== id),
  );
}
