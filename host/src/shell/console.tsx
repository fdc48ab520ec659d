import { useWorkspace } from '@console/shared-auth';
import { ConsoleToaster, LeaveGuard } from '@console/shared-ui/basics';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { DashboardPage } from '../dashboard/dashboard-page';
import { messages } from '../messages';
import { useFederation } from './federation-context';
import { Gate } from './gate';
import { Layout } from './layout';
import { navPathOf } from './navigation';
import { LoadingPage, NotFoundPage, RegistryFailedPage } from './page-states';
import { ShellDialogs } from './shell-dialogs';
import { useBackgroundWork } from './use-background-work';
import { useFollowedNote } from './use-followed-note';
import { useMissingServicesWarning } from './use-missing-services';

/** Everything behind the sign-in. */
export function Console() {
  return (
    <>
      {/* First, for a toast sent before it has mounted is lost; and here, so that none outlives the session. */}
      <ConsoleToaster />
      <LeaveGuard />
      <ConsolePages />
    </>
  );
}

function ConsolePages() {
  useMissingServicesWarning();
  useFollowedNote();
  useBackgroundWork();
  const { pathname } = useLocation();
  const { workspaceId } = useWorkspace();
  const { routes, loading, failed, missing, retry, Page } = useFederation();
  const current = routes.find((route) => matchPath(route.path, pathname));
  const routeTitle = pathname === '/' ? messages.dashboard : (current?.title ?? '');

  const unmatched = () => {
    if (loading) return <LoadingPage title="" />;
    if (failed) return <RegistryFailedPage title={messages.product} onRetry={retry} />;
    return <NotFoundPage missing={missing} />;
  };
  return (
    <ShellDialogs>
      <Layout routeTitle={routeTitle} navPath={pathname === '/' ? '/' : current && navPathOf(current)}>
        <Routes>
          <Route
            path="/"
            element={
              <Gate title={messages.dashboard} resources={[]}>
                <DashboardPage />
              </Gate>
            }
          />
          {routes.map((route) => (
            <Route
              key={route.path}
              path={route.path}
              element={
                <Gate title={route.title} resources={route.resources} row={route.row}>
                  {/* Another workspace gets a page of its own: what a page holds in its state belongs to the workspace it was opened in. */}
                  <Page key={workspaceId} route={route} />
                </Gate>
              }
            />
          ))}
          <Route path="*" element={unmatched()} />
        </Routes>
      </Layout>
    </ShellDialogs>
  );
}
