import { useWorkspace } from '@console/shared-auth';
import { ConsoleToaster, LeaveGuard } from '@console/shared-ui/basics';
import { lazy, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { DashboardPage } from '../dashboard/dashboard-page';
import { messages } from '../messages';
import { useFederation } from '../federation-view/federation-context';
import { useUndoLastChange } from '../activity/use-undo-last-change';
import { Gate } from './gate';
import { Layout } from '../layout/layout';
import { getNavPath } from '../layout/navigation';
import { FailedPage, LoadingPage, NotFoundPage } from './page-states';
import { ShellDialogs } from './shell-dialogs';
import { useBackgroundWork } from './use-background-work';
import { useWorkspaceSwitchNotice } from './use-workspace-switch-notice';
import { useMissingServicesWarning } from './use-missing-services';

const ActivityPage = lazy(async () => ({ default: (await import('../activity/activity-page')).ActivityPage }));
const HistoryPage = lazy(async () => ({ default: (await import('../history/history-page')).HistoryPage }));
const DeletedPage = lazy(async () => ({ default: (await import('../trash/deleted-page')).DeletedPage }));

/** The console for signed-in users. */
export function Console() {
  return (
    <>
      {/* Mounted first, because toasts sent before it mounts are lost. Mounted here, so that toasts end with the session. */}
      <ConsoleToaster />
      <LeaveGuard />
      <ConsolePages />
    </>
  );
}

function ConsolePages() {
  useMissingServicesWarning();
  useWorkspaceSwitchNotice();
  useBackgroundWork();
  const { pathname } = useLocation();
  const undoDialog = useUndoLastChange(pathname);
  const { workspaceId } = useWorkspace();
  const { routes, loading, failed, missing, retry, Page } = useFederation();
  const current = routes.find((route) => matchPath(route.path, pathname));
  const ownTitles: Record<string, string> = {
    '/': messages.dashboard,
    '/activity': messages.activity,
    '/deleted': messages.deleted,
    '/history': messages.history,
  };
  const routeTitle = ownTitles[pathname] ?? current?.title ?? '';

  const renderUnmatched = () => {
    if (loading) return <LoadingPage title="" />;
    if (failed) return <FailedPage title={messages.product} failure={messages.registryFailed} onRetry={retry} />;
    return <NotFoundPage missing={missing} />;
  };
  return (
    <ShellDialogs>
      {undoDialog}
      <Layout routeTitle={routeTitle} navPath={pathname === '/' ? '/' : current && getNavPath(current)}>
        <Routes>
          <Route
            path="/"
            element={
              <Gate title={messages.dashboard} resources={[]}>
                <DashboardPage />
              </Gate>
            }
          />
          <Route
            path="/activity"
            element={
              <Gate title={messages.activity} resources={[]}>
                <Suspense fallback={<LoadingPage title={messages.activity} />}>
                  <ActivityPage key={workspaceId} />
                </Suspense>
              </Gate>
            }
          />
          <Route
            path="/history"
            element={
              <Gate title={messages.history} resources={[]}>
                <Suspense fallback={<LoadingPage title={messages.history} />}>
                  <HistoryPage key={workspaceId} />
                </Suspense>
              </Gate>
            }
          />
          <Route
            path="/deleted"
            element={
              <Gate title={messages.deleted} resources={[]}>
                <Suspense fallback={<LoadingPage title={messages.deleted} />}>
                  <DeletedPage key={workspaceId} />
                </Suspense>
              </Gate>
            }
          />
          {routes.map((route) => (
            <Route
              key={route.path}
              path={route.path}
              element={
                <Gate title={route.title} resources={route.resources} row={route.row}>
                  {/* Remount the page when the workspace changes: its state belongs to the previous workspace. */}
                  <Page key={workspaceId} route={route} />
                </Gate>
              }
            />
          ))}
          <Route path="*" element={renderUnmatched()} />
        </Routes>
      </Layout>
    </ShellDialogs>
  );
}
