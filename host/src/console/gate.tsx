import {
  loadResources,
  LoadState,
  useResources,
  useRole,
  useSeesWorkspace,
  useSession,
  useWorkspace,
} from '@console/shared-auth';
import type { Permission } from '@console/shared-contract/roles';
import type { ReactNode } from 'react';
import { OtherWorkspaceGate } from './other-workspace-gate';
import { consoleMessages } from './console-messages';
import { ClosedPage, FailedPage, LoadingPage, NoAccessPage, NoPermissionPage, NoWorkspacePage } from './page-states';
import { meetsServices, isRoleAllowed } from '../federation-view/services';

export interface GateProps {
  title: string;
  resources: readonly string[];
  /** Permission that the user's role must include. Default: every member may open the page. */
  permission?: Permission;
  /** True for a page with rows of the whole workspace. Annotators who can access only their jobs cannot open it. */
  coversWorkspace?: boolean;
  /** API path that reads the item of a page such as `/image/:id`. The remote's manifest declares the path. */
  row?: string;
  children: ReactNode;
}

/**
 * Renders a page once the session is loaded, if the workspace has one of the page's services and the user's role allows the page. If the
 * workspace lacks the service, the item that the page shows may belong to another workspace. The gate then switches to that workspace.
 */
export function Gate({ title, resources, permission, coversWorkspace, row, children }: GateProps) {
  const role = useRole();
  const seesWorkspace = useSeesWorkspace();
  const session = useSession();
  const { workspaceId } = useWorkspace();
  const { state: resourcesState, services, error } = useResources();
  if (session.state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!workspaceId) return <NoWorkspacePage />;
  if (error)
    return (
      <FailedPage title={title} failure={consoleMessages.servicesFailed} error={error} onRetry={() => void loadResources()} />
    );
  const hasNoService = resourcesState === LoadState.NO_RESOURCE;
  if (!hasNoService && resourcesState !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (coversWorkspace && !seesWorkspace) return <ClosedPage title={title} text={consoleMessages.onlyOwnJobs} />;
  if (!hasNoService && meetsServices({ resources }, services))
    return isRoleAllowed({ permission }, role) ? children : <NoPermissionPage title={title} />;
  const closedPage = hasNoService ? (
    <ClosedPage {...consoleMessages.noServices} />
  ) : (
    <NoAccessPage title={title} resources={resources} />
  );
  return row ? <OtherWorkspaceGate title={title} row={row} closedPage={closedPage} /> : closedPage;
}
