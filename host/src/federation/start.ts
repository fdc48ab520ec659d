import { configAtom, consoleStore, LoadState, signedInAtom, userStateAtom } from '@console/shared-auth';
import { isOpenToUser } from '../federation-view/services';
import { fetchRegistry, hasStoredWorkspace } from './registry/early-registry';
import { loadEntryScript } from './loading/entry-script';
import { recordFault } from './fault-log';
import { createFederation, type Federation, type Tab } from './federation';
import { createLoader } from './loading/loader';
import { loadRegistry } from './registry/load-registry';
import { messages } from './messages';
import { hostOffer } from './offer';
import { resolveOverride } from './overrides/resolve-override';
import { prefetchPage } from './prefetch-page';
import { createFederationRuntime } from './loading/runtime';
import {
  acceptOverrides,
  deleteChoice,
  type Override,
  readTabChoice,
  type TabChoice,
  type TabRequest,
} from './overrides/tab-overrides';
import { watchErrors } from './watch-errors';
import { watchVersions } from './watch-versions';

/** Prefetches a file with the same options as a script request, so that the script is served from the browser's cache. */
async function prefetchFile(url: string): Promise<void> {
  try {
    const response = await window.fetch(url, { priority: 'low', credentials: 'same-origin' });
    // Read the body: otherwise the browser may not cache the response.
    await response.arrayBuffer();
  } catch {
    // The script request will report the error.
  }
}

/**
 * Calls `run` once the user is signed in and the workspace is known. Sign-in needs no remote, and the server chooses canary
 * versions per workspace.
 */
function runWhenSignedIn(run: () => void): void {
  const isReady = () =>
    consoleStore.get(signedInAtom) && (hasStoredWorkspace() || consoleStore.get(userStateAtom) === LoadState.LOADED);
  if (isReady()) return run();
  const runOnce = () => {
    if (!isReady()) return;
    unsubscribe.forEach((stop) => stop());
    run();
  };
  const unsubscribe = [signedInAtom, userStateAtom].map((atom) => consoleStore.sub(atom, runOnce));
}

/** Applies overrides only if the deployment allows them. Otherwise removes and reports them. */
async function resolveTabChoice(tabRequest: TabRequest, isAllowed: boolean): Promise<TabChoice> {
  if (isAllowed) {
    const acceptedOverrides: Override[] = [];
    for (const override of tabRequest.toConfirm) {
      const { confirmOverride } = await import('./overrides/confirm-override');
      if (await confirmOverride(override)) acceptedOverrides.push(override);
    }
    return acceptOverrides(window.sessionStorage, tabRequest, acceptedOverrides);
  }
  deleteChoice(window.sessionStorage, 'override');
  const ignoredOverrides = [
    ...tabRequest.overrides,
    ...tabRequest.toConfirm,
    ...tabRequest.refused.map((text) => ({ name: '', source: text })),
  ];
  for (const { name, source } of ignoredOverrides) {
    const fault = { kind: 'override', remote: name, version: '', override: source, part: 'override' } as const;
    recordFault({ ...fault, message: messages.fault.notAllowed });
  }
  return { ...tabRequest, overrides: [], refused: [] };
}

function createTab(configLoaded: Promise<void>): Tab {
  const tabRequest = readTabChoice({ location: window.location, history: window.history, memory: window.sessionStorage });
  const hasNoOverrides = tabRequest.overrides.length + tabRequest.toConfirm.length + tabRequest.refused.length === 0;
  // Wait for the configuration only if there are overrides.
  const choice = hasNoOverrides
    ? Promise.resolve(tabRequest)
    : configLoaded.then(() => resolveTabChoice(tabRequest, consoleStore.get(configAtom).overridesAllowed));
  return {
    choice: () => choice,
    resolveOverride: (override, registered) =>
      resolveOverride(override, registered, { fetch: (url, init) => window.fetch(url, init), offer: hostOffer }),
    forget: (kind) => {
      deleteChoice(window.sessionStorage, kind);
      window.location.reload();
    },
  };
}

/**
 * Creates the federation of this page and reads the registry as soon as the user is signed in. Call it before the router is created,
 * because the call removes the query parameters of the federation from the URL. `configLoaded` resolves when the configuration is loaded.
 */
export function startFederation(configLoaded: Promise<void>): Federation {
  // The diagnostics show the sizes of scripts. By default, the browser records only 250 requests, which an hour of work exceeds.
  performance.setResourceTimingBufferSize?.(5000);
  const federation = createFederation({
    tab: createTab(configLoaded),
    loader: createLoader({ createRuntime: createFederationRuntime, fetchEntry: loadEntryScript, prefetchFile }),
    loadRegistry: () => loadRegistry({ fetch: fetchRegistry, storage: window.localStorage, offer: hostOffer }),
    report: recordFault,
    isOpen: isOpenToUser,
  });
  runWhenSignedIn(() => prefetchPage(federation, federation.refresh()));
  watchVersions(federation, () => consoleStore.get(signedInAtom));
  watchErrors(federation, recordFault);
  return federation;
}
