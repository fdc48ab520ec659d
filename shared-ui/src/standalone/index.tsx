import { loadConfig, LoadState, SessionProvider, startSession, useResources, useSession } from '@console/shared-auth';
import type { ManifestSource } from '@console/shared-contract/federation';
import { type ComponentType, lazy, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../errors/error-boundary';
import { makeStyles, tokens } from '@fluentui/react-components';
import { SkeletonRows } from '../states/skeletons';
import { ConsoleThemeProvider } from '../theme/console-theme-provider';
import { ConsoleToaster } from '../toasts/notify';
import { messages } from './messages';
import { SignIn } from './sign-in';

/** The modules of the remote by exposed name, such as `./images`. */
export type StandaloneModules = Record<string, () => Promise<Record<string, unknown>>>;

interface StandalonePage {
  path: string;
  title: string;
  Component: ComponentType;
}

const useStyles = makeStyles({
  nav: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalL,
    padding: tokens.spacingHorizontalL,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

function createPages(manifest: ManifestSource, modules: StandaloneModules): StandalonePage[] {
  return (manifest.routes ?? []).map(({ path, title, component }) => {
    const [expose = '', exportName = ''] = component.split('#');
    const Component = lazy(async () => {
      const module = await modules[expose]?.();
      return { default: module?.[exportName] as ComponentType };
    });
    return { path, title, Component };
  });
}

function StandalonePages({ title, pages }: { title: string; pages: StandalonePage[] }) {
  const styles = useStyles();
  const { signedIn } = useSession();
  const { state: resourcesState } = useResources();
  const firstPage = pages.find(({ path }) => !path.includes(':'));
  useEffect(() => startSession(), []);
  if (!signedIn) return <SignIn title={title} />;
  if (resourcesState !== LoadState.LOADED) return <SkeletonRows />;
  return (
    <BrowserRouter>
      <nav aria-label={messages.pages} className={styles.nav}>
        {pages.map((page) =>
          page.path.includes(':') ? (
            <span key={page.path} title={messages.needsId}>
              {page.path}
            </span>
          ) : (
            <Link key={page.path} to={page.path}>
              {page.title}
            </Link>
          ),
        )}
      </nav>
      <ErrorBoundary>
        <Suspense fallback={<SkeletonRows />}>
          <Routes>
            {pages.map(({ path, Component }) => (
              <Route key={path} path={path} element={<Component />} />
            ))}
            <Route path="*" element={firstPage && <Navigate to={firstPage.path} replace />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

/** Renders the pages of a remote without the host. Used during development. */
export async function runStandalone(manifest: ManifestSource, modules: StandaloneModules): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no element #root');
  await loadConfig();
  const pages = createPages(manifest, modules);
  createRoot(root).render(
    <StrictMode>
      <SessionProvider>
        <ConsoleThemeProvider>
          <StandalonePages title={manifest.title} pages={pages} />
          <ConsoleToaster />
        </ConsoleThemeProvider>
      </SessionProvider>
    </StrictMode>,
  );
}
