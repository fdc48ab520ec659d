import { SessionProvider } from '@console/shared-auth';
import { ConsoleThemeProvider } from '@console/shared-ui/core';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { FederationView } from './federation-view/federation-view';
import { FederationContext } from './federation-view/federation-context';
import { Shell } from './shell/shell';
import { ShellBoundary } from './shell/shell-boundary';

/** The root component of the console. Mount it after `startSession`; the federation may still be loading. */
export function App({ federation }: { federation: FederationView }) {
  // The guard for unsaved changes needs a data router. The routes of micro-frontends are known only once the registry
  // has loaded, so the application shell renders them.
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Shell />, errorElement: <ShellBoundary /> }]));
  return (
    <SessionProvider>
      <ConsoleThemeProvider>
        <FederationContext value={federation}>
          <RouterProvider router={router} />
        </FederationContext>
      </ConsoleThemeProvider>
    </SessionProvider>
  );
}
