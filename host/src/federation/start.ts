import { loadEntryScript } from './entry-script';
import { reportFault } from './fault-log';
import { createFederation, type Federation } from './federation';
import { createLoader } from './loader';
import { loadRegistry } from './load-registry';
import { hostOffer } from './offer';
import { createFederationRuntime } from './runtime';

/** The federation of this page, its registry on the way. */
export function startFederation(): Federation {
  const federation = createFederation({
    loader: createLoader({ createRuntime: createFederationRuntime, fetchEntry: loadEntryScript }),
    loadRegistry: () => loadRegistry({ fetch: window.fetch.bind(window), storage: window.localStorage, offer: hostOffer }),
    report: reportFault,
  });
  // A page that is open to everyone needs not wait for the session before its code is fetched.
  void federation.refresh().then(() => federation.prefetch(window.location.pathname, 'open'));
  return federation;
}
