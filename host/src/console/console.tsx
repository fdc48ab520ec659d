import { permissionOf, useLostWorkspace, useWorkspace } from '@console/shared-auth';
import { ConsoleToaster, LeaveGuard } from '@console/shared-ui/basics';
import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { DashboardPage } from '../dashboard/dashboard-page';
import { layoutMessages } from '../layout/layout-messages';
import { consoleMessages } from './console-messages';
import { messages } from '../messages';
import { useFederation } from '../federation-view/federation-context';
import { useUndoLastChange } from '../activity/use-undo-last-change';
import { Gate, type GateProps } from './gate';
import { Layout } from '../layout/layout';
import { getNavPath } from '../layout/navigation';
import { FailedPage, LoadingPage, NotFoundPage } from './page-states';
import { ShellDialogs } from './shell-dialogs';
import { useBackgroundWork, useLiveStream } from './use-background-work';
import { LostWorkspacePage } from './lost-workspace-page';
import { useRoleNotice } from './use-role-notice';
import { useWorkspaceSwitchNotice } from './use-workspace-switch-notice';
import { useMissingServicesWarning } from './use-missing-services';

const ActivityPage = lazy(async () => ({ default: (await import('../activity/activity-page')).ActivityPage }));
const HistoryPage = lazy(async () => ({ default: (await import('../history/history-page')).HistoryPage }));
const DeletedPage = lazy(async () => ({ default: (await import('../trash/deleted-page')).DeletedPage }));

const ReleasesPage = lazy(async () => ({ default: (await import('../releases/releases-page')).ReleasesPage }));
const SettingsPage = lazy(async () => ({ default: (await import('../settings/settings-page')).SettingsPage }));
const ProfilePage = lazy(async () => ({ default: (await import('../profile/profile-page')).ProfilePage }));

interface HostPage extends Pick<GateProps, 'title' | 'coversWorkspace' | 'permission'> {
  path: string;
  Page: ComponentType;
}

/** Pages of the host that show data of a workspace. They mount again when the workspace changes. */
const hostPages: readonly HostPage[] = [
  { path: '/', title: layoutMessages.dashboard, Page: DashboardPage, coversWorkspace: false },
  { path: '/activity', title: layoutMessages.activity, Page: ActivityPage, coversWorkspace: true },
  { path: '/history', title: consoleMessages.history, Page: HistoryPage, coversWorkspace: true },
  { path: '/deleted', title: layoutMessages.deleted, Page: DeletedPage, coversWorkspace: true },
  { path: '/settings', title: layoutMessages.settings, Page: SettingsPage, coversWorkspace: false },
  {
    path: '/releases',
    title: layoutMessages.releases,
    Page: ReleasesPage,
    coversWorkspace: false,
    permission: permissionOf<'GET /account/v2/release/'>('manage'),
  },
];

/** The console for signed-in users. */
export function Console() {
  return (
    <>
      {/* Mount the toaster first, because toasts that are sent before it mounts are lost. Toasts disappear when the session ends. */}
      <ConsoleToaster />
      <LeaveGuard />
      <ConsolePages />
    </>
  );
}

function ConsolePages() {
  useMissingServicesWarning();
  useWorkspaceSwitchNotice();
  useRoleNotice();
  useBackgroundWork();
  useLiveStream();
  const { pathname } = useLocation();
  const undoDialog = useUndoLastChange(pathname);
  const { workspaceId } = useWorkspace();
  const lostWorkspace = useLostWorkspace();
  const { routes, loading, failed, missing, retry, Page } = useFederation();
  const currentRoute = routes.find((route) => matchPath(route.path, pathname));
  const routeTitle =
    hostPages.find(({ path }) => path === pathname)?.title ??
    currentRoute?.title ??
    (pathname === '/profile' ? layoutMessages.profile : '');

  const renderUnmatched = () => {
    if (loading) return <LoadingPage title="" />;
    if (failed) return <FailedPage title={messages.product} failure={layoutMessages.registryFailed} onRetry={retry} />;
    return <NotFoundPage missing={missing} />;
  };
  return (
    <ShellDialogs>
      {undoDialog}
      <Layout routeTitle={routeTitle} navPath={pathname === '/' ? '/' : currentRoute && getNavPath(currentRoute)}>
        {lostWorkspace ? (
          <LostWorkspacePage workspace={lostWorkspace} />
        ) : (
          <Routes>
            {hostPages.map(({ path, title, Page: HostPage, coversWorkspace, permission }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Gate title={title} resources={[]} coversWorkspace={coversWorkspace} permission={permission}>
                    <Suspense fallback={<LoadingPage title={title} />}>
                      <HostPage key={workspaceId} />
                    </Suspense>
                  </Gate>
                }
              />
            ))}
            <Route
              path="/profile"
              element={
                <Suspense fallback={<LoadingPage title={layoutMessages.profile} />}>
                  <ProfilePage />
                </Suspense>
              }
            />
            {routes.map((route) => (
              <Route
                key={route.path}
                path={route.path}
                element={
                  <Gate title={route.title} resources={route.resources} permission={route.permission} row={route.row}>
                    {/* Remount the page when the workspace changes: its state belongs to the previous workspace. */}
                    <Page key={workspaceId} route={route} />
                  </Gate>
                }
              />
            ))}
            <Route path="*" element={renderUnmatched()} />
          </Routes>
        )}
      </Layout>
    </ShellDialogs>
  );
}
