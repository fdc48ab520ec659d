import { consoleStore, signedInAtom } from '@console/shared-auth';
import { fetchRegistry } from './early-registry';
import { loadEntryScript } from './entry-script';
import { reportFault } from './fault-log';
import { createFederation, type Federation } from './federation';
import { createLoader } from './loader';
import { loadRegistry } from './load-registry';
import { hostOffer } from './offer';
import { createFederationRuntime } from './runtime';

/** How soon an open tab learns that a version was made live. */
const CHECK_MS = 60_000;

/** Runs once a person is signed in: sign-in itself needs no remote. */
function whenSignedIn(run: () => void): void {
  if (consoleStore.get(signedInAtom)) return run();
  const end = consoleStore.sub(signedInAtom, () => {
    if (!consoleStore.get(signedInAtom)) return;
    end();
    run();
  });
}

/** The federation of this page; its registry is read as soon as someone is signed in. */
export function startFederation(): Federation {
  const federation = createFederation({
    loader: createLoader({ createRuntime: createFederationRuntime, fetchEntry: loadEntryScript }),
    loadRegistry: () => loadRegistry({ fetch: fetchRegistry, storage: window.localStorage, offer: hostOffer }),
    report: reportFault,
  });
  // A page that is open to everyone needs not wait for the session before its code is fetched.
  whenSignedIn(() => void federation.refresh().then(() => federation.prefetch(window.location.pathname, 'open')));
  const checkInView = () => {
    const isInUse = document.visibilityState === 'visible' && federation.getState().status === 'ready';
    if (isInUse && consoleStore.get(signedInAtom)) void federation.check();
  };
  document.addEventListener('visibilitychange', checkInView);
  setInterval(checkInView, CHECK_MS);
  return federation;
}
