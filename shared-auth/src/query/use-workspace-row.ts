import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import type { UseQueryResult } from '@tanstack/react-query';
import { switchToRowWorkspace, isInOtherWorkspace } from '../session/actions';
import { consoleQueryClient } from './query-client';
import { useWorkspaceQuery } from './use-workspace-query';

/** Spread it into the call. No workspace is named, so that the row's own decides, as the API has it. */
export interface RowScope {
  workspace: null;
  signal: AbortSignal;
}

export interface WorkspaceRowOptions<Row> {
  /** Without the workspace id, which is put in front. */
  key: WorkspaceKey;
  load: (scope: RowScope) => Promise<Row>;
}

/**
 * The row that a page is about, by the id in its address. One of another of the user's workspaces switches to that
 * workspace, where the page is mounted anew and finds the row read; under the workspace that is left nothing is shown of it.
 */
export function useWorkspaceRow<Row extends { workspace: string }>({
  key,
  load,
}: WorkspaceRowOptions<Row>): UseQueryResult<Row, Error> {
  return useWorkspaceQuery({
    key,
    load: async ({ signal }) => {
      const row = await load({ workspace: null, signal });
      if (signal.aborted || !isInOtherWorkspace(row.workspace)) return row;
      consoleQueryClient.setQueryData([row.workspace, ...key], row);
      // Cancels this very query, so its answer never stands under the workspace that is left.
      void switchToRowWorkspace(row.workspace);
      return row;
    },
  });
}
