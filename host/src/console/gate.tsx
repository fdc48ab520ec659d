import { loadResources, LoadState, useResources, useSession, useWorkspace } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { OtherWorkspaceGate } from './other-workspace-gate';
import { messages } from '../messages';
import { ClosedPage, FailedPage, LoadingPage, NoAccessPage } from './page-states';
import { isOpenTo } from '../federation-view/services';

export interface GateProps {
  title: string;
  resources: readonly string[];
  /** API collection of the page's `:id`, as declared in the manifest. */
  row?: string;
  children: ReactNode;
}

/**
 * Renders a page once the session is loaded and the workspace has one of the page's services. Without such a
 * service, the row of the page may belong to another workspace of the user; the gate then switches to that
 * workspace.
 */
export function Gate({ title, resources, row, children }: GateProps) {
  const session = useSession();
  const { workspaceId } = useWorkspace();
  const { state, services, error } = useResources();
  if (session.state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!workspaceId) return <ClosedPage {...messages.noWorkspace} />;
  if (error)
    return <FailedPage title={title} failure={messages.servicesFailed} error={error} onRetry={() => void loadResources()} />;
  const hasNone = state === LoadState.NO_RESOURCE;
  if (!hasNone && state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!hasNone && isOpenTo({ resources }, services)) return children;
  const closedPage = hasNone ? <ClosedPage {...messages.noServices} /> : <NoAccessPage title={title} resources={resources} />;
  return row ? <OtherWorkspaceGate title={title} row={row} closedPage={closedPage} /> : closedPage;
}
