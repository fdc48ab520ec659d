import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import type { UseQueryResult } from '@tanstack/react-query';
import { switchToRowWorkspace, isInOtherWorkspace } from '../session/actions';
import { consoleQueryClient } from '../state/query-client';
import { useWorkspaceQuery } from './use-workspace-query';
import type { WorkProgress } from './work-progress';

/** Argument of `load`. Pass its fields on to the call. The workspace is null, so that the API finds the row in any workspace. */
export interface RowScope {
  workspace: null;
  signal: AbortSignal;
}

export interface WorkspaceRowOptions<Row> {
  /** Query key without the workspace id, which is prepended. */
  key: WorkspaceKey;
  load: (scope: RowScope) => Promise<Row>;
  /** Set this if the row shows the progress of background work: the row is then read again while the work runs. */
  progress?: WorkProgress<Row>;
}

/**
 * Loads the row of a page by the id in its URL. If the row belongs to another workspace of the user, the console switches to that
 * workspace. The page then mounts again and finds the row in the cache. The row is never shown in the previous workspace.
 */
export function useWorkspaceRow<Row extends { workspace: string }>({
  key,
  load,
  progress,
}: WorkspaceRowOptions<Row>): UseQueryResult<Row, Error> {
  return useWorkspaceQuery<Row>({
    key,
    progress,
    load: async ({ signal }) => {
      const row = await load({ workspace: null, signal });
      if (signal.aborted || !isInOtherWorkspace(row.workspace)) return row;
      consoleQueryClient.setQueryData([row.workspace, ...key], row);
      // The switch cancels this query, so that its result is not cached for the previous workspace.
      void switchToRowWorkspace(row.workspace);
      return row;
    },
  });
}
