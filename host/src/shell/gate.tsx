import { loadResources, LoadState, useResources, useSession, useWorkspace } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { ElsewhereGate } from './elsewhere-gate';
import { LoadingPage, NoAccessPage, NoServicesPage, NoWorkspacePage, ServicesFailedPage } from './page-states';
import { isOpen } from './services';

export interface GateProps {
  title: string;
  resources: readonly string[];
  /** Where the API has the row of the page's `:id`, as the manifest says. */
  row?: string;
  children: ReactNode;
}

/**
 * Lets a page through once the session's data is there and the workspace has one of the services that the page asks for.
 * Where it has none, a page of a row may be one of another workspace, which is then switched to.
 */
export function Gate({ title, resources, row, children }: GateProps) {
  const session = useSession();
  const { workspaceId } = useWorkspace();
  const { state, services, error } = useResources();
  if (session.state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!workspaceId) return <NoWorkspacePage />;
  if (error) return <ServicesFailedPage title={title} error={error} onRetry={() => void loadResources()} />;
  const hasNone = state === LoadState.NO_RESOURCE;
  if (!hasNone && state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!hasNone && isOpen({ resources }, services)) return children;
  const closed = hasNone ? <NoServicesPage /> : <NoAccessPage title={title} resources={resources} />;
  return row ? <ElsewhereGate title={title} row={row} closed={closed} /> : closed;
}
