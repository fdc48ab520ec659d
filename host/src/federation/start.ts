import { configAtom, consoleStore, LoadState, signedInAtom, userStateAtom } from '@console/shared-auth';
import { fetchRegistry, knowsWorkspace } from './early-registry';
import { loadEntryScript } from './entry-script';
import { reportFault } from './fault-log';
import { createFederation, type Federation, type Tab } from './federation';
import { createLoader } from './loader';
import { loadRegistry } from './load-registry';
import { messages } from './messages';
import { hostOffer } from './offer';
import { isOpenToWorkspace } from './open-to-workspace';
import { resolveOverride } from './resolve-override';
import { createFederationRuntime } from './runtime';
import { acceptOverrides, forgetChoice, type Override, readTabChoice, type TabAsked, type TabChoice } from './tab-choice';
import { watchErrors } from './watch-errors';
import { watchVersions } from './watch-versions';

/** As the entry's own script will ask for it, so that the browser's cache serves that one. */
async function fetchAhead(url: string): Promise<void> {
  try {
    const response = await window.fetch(url, { priority: 'low', credentials: 'same-origin' });
    // A body that is not read need not be kept by the browser.
    await response.arrayBuffer();
  } catch {
    // The script itself will say what is wrong.
  }
}

/**
 * Runs once a person is signed in, for sign-in itself needs no remote, and their workspace is known, which has a say in the
 * versions that they are offered.
 */
function whenSignedIn(run: () => void): void {
  const isReady = () =>
    consoleStore.get(signedInAtom) && (knowsWorkspace() || consoleStore.get(userStateAtom) === LoadState.LOADED);
  if (isReady()) return run();
  const runOnce = () => {
    if (!isReady()) return;
    ends.forEach((end) => end());
    run();
  };
  const ends = [signedInAtom, userStateAtom].map((part) => consoleStore.sub(part, runOnce));
}

/** Overrides count only where the deployment allows them; elsewhere they are as if they had not been asked for. */
async function allowedChoice(asked: TabAsked, isAllowed: boolean): Promise<TabChoice> {
  if (isAllowed) {
    const accepted: Override[] = [];
    for (const override of asked.toConfirm) {
      const { confirmOverride } = await import('./confirm-override');
      if (await confirmOverride(override)) accepted.push(override);
    }
    return acceptOverrides(window.sessionStorage, asked, accepted);
  }
  forgetChoice(window.sessionStorage, 'override');
  const forged = [...asked.overrides, ...asked.toConfirm, ...asked.refused.map((text) => ({ name: '', source: text }))];
  for (const { name, source } of forged) {
    const fault = { kind: 'override', remote: name, version: '', override: source, part: 'override' } as const;
    reportFault({ ...fault, message: messages.fault.notAllowed });
  }
  return { ...asked, overrides: [], refused: [] };
}

function createTab(configured: Promise<void>): Tab {
  const asked = readTabChoice({ location: window.location, history: window.history, memory: window.sessionStorage });
  const isPlain = asked.overrides.length + asked.toConfirm.length + asked.refused.length === 0;
  // Without an override nothing waits for the configuration.
  const choice = isPlain
    ? Promise.resolve(asked)
    : configured.then(() => allowedChoice(asked, consoleStore.get(configAtom).overridesAllowed));
  return {
    choice: () => choice,
    resolveOverride: (override, registered) =>
      resolveOverride(override, registered, { fetch: (url, init) => window.fetch(url, init), offer: hostOffer }),
    forget: (kind) => {
      forgetChoice(window.sessionStorage, kind);
      window.location.reload();
    },
  };
}

/**
 * The federation of this page; its registry is read as soon as someone is signed in. Call it before the router exists:
 * it takes what was meant for it out of the address. `configured`: when the configuration is known.
 */
export function startFederation(configured: Promise<void>): Federation {
  const federation = createFederation({
    tab: createTab(configured),
    loader: createLoader({ createRuntime: createFederationRuntime, fetchEntry: loadEntryScript, fetchAhead }),
    loadRegistry: () => loadRegistry({ fetch: fetchRegistry, storage: window.localStorage, offer: hostOffer }),
    report: reportFault,
    isOpen: isOpenToWorkspace,
  });
  // A page that is open to everyone needs not wait for the session before its code is fetched; others do, for until then
  // the workspace has no services.
  whenSignedIn(() => void federation.refresh().then(() => federation.prefetch(window.location.pathname)));
  watchVersions(federation, () => consoleStore.get(signedInAtom));
  watchErrors(federation, reportFault);
  return federation;
}
