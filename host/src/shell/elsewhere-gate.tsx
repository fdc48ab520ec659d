import { consoleQueryClient, findRow, followWorkspace, isElsewhere, readId, useWorkspace } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { LoadingPage, RowFailedPage } from './page-states';

/**
 * Before a page of a row that the active workspace does not open: asks the API where the row lies, without any code of
 * the page's remote, and switches there if it is another of the user's workspaces. Else the page stays closed.
 */
export function ElsewhereGate({ title, row, closed }: { title: string; row: string; closed: ReactNode }) {
  const id = readId(useParams().id ?? '');
  const { workspaceId } = useWorkspace();
  const { data, error, isPending, refetch } = useQuery(
    {
      queryKey: [workspaceId, 'elsewhere', row, id],
      queryFn: ({ signal }) => findRow(row, id ?? '', signal),
      enabled: id !== null,
    },
    consoleQueryClient,
  );
  const target = data && isElsewhere(data.workspace) ? data.workspace : null;
  useEffect(() => {
    if (target) void followWorkspace(target);
  }, [target]);
  if (id === null) return closed;
  if (error && !data) return <RowFailedPage title={title} error={error} onRetry={() => void refetch()} />;
  return isPending || target ? <LoadingPage title={title} /> : closed;
}
