import {
  consoleQueryClient,
  findRow,
  switchToRowWorkspace,
  isInOtherWorkspace,
  parseRowId,
  useWorkspace,
} from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { consoleMessages } from './console-messages';
import { FailedPage, LoadingPage } from './page-states';

/**
 * Shown instead of an item's page if the page is not available in the active workspace. Asks the API for the item's workspace, without
 * loading the code of the page. Switches to that workspace if the user is a member, and renders `closedPage` otherwise.
 */
export function OtherWorkspaceGate({ title, row, closedPage }: { title: string; row: string; closedPage: ReactNode }) {
  const id = parseRowId(useParams().id ?? '');
  const { workspaceId } = useWorkspace();
  const { data, error, isPending, refetch } = useQuery(
    {
      queryKey: [workspaceId, 'elsewhere', row, id],
      queryFn: ({ signal }) => findRow(row, id ?? '', signal),
      enabled: id !== null,
    },
    consoleQueryClient,
  );
  const targetWorkspaceId = data && isInOtherWorkspace(data.workspace) ? data.workspace : null;
  useEffect(() => {
    if (targetWorkspaceId) void switchToRowWorkspace(targetWorkspaceId);
  }, [targetWorkspaceId]);
  if (id === null) return closedPage;
  if (error && !data)
    return <FailedPage title={title} failure={consoleMessages.rowFailed} error={error} onRetry={() => void refetch()} />;
  return isPending || targetWorkspaceId ? <LoadingPage title={title} /> : closedPage;
}
