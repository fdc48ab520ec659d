import { consoleStore, loadConfig, signedInAtom, startSession, useConfig } from '@console/shared-auth';
import { HostServicesProvider } from '@console/shared-ui/core';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { createHostServices, type Federation, startFederation, useFederationView } from './federation';
import { loadConsole } from './console/load-console';

function Console({ federation }: { federation: Federation }) {
  const config = useConfig();
  const view = useFederationView(federation);
  const services = useMemo(() => createHostServices(federation, config), [federation, config]);
  return (
    <HostServicesProvider value={services}>
      <App federation={view} />
    </HostServicesProvider>
  );
}

async function startConsole(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no element #root');
  const configLoaded = loadConfig();
  // Load the console's code in parallel with the configuration. Errors are shown when the code is requested again.
  if (consoleStore.get(signedInAtom)) loadConsole().catch(() => undefined);
  const federation = startFederation(configLoaded);
  await configLoaded;
  // Request the session before the first render, so that the server responds while the console renders.
  startSession();
  createRoot(root).render(
    <StrictMode>
      <Console federation={federation} />
    </StrictMode>,
  );
}

void startConsole();
