import { loadResources, LoadState, useResources, useSession, useWorkspace } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { LoadingPage, NoAccessPage, NoServicesPage, NoWorkspacePage, ServicesFailedPage } from './page-states';
import { isOpen } from './services';

/** Lets a page through once the session's data is there and the workspace has one of the services that the page asks for. */
export function Gate({ title, resources, children }: { title: string; resources: readonly string[]; children: ReactNode }) {
  const session = useSession();
  const { workspaceId } = useWorkspace();
  const { state, services, error } = useResources();
  if (session.state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!workspaceId) return <NoWorkspacePage />;
  if (error) return <ServicesFailedPage title={title} error={error} onRetry={() => void loadResources()} />;
  if (state === LoadState.NO_RESOURCE) return <NoServicesPage />;
  if (state !== LoadState.LOADED) return <LoadingPage title={title} />;
  if (!isOpen({ resources }, services)) return <NoAccessPage title={title} resources={resources} />;
  return children;
}
