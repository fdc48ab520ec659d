import { api, configAtom, consoleStore, signedInAtom } from '@console/shared-auth';
import type { ResolvedRemote } from '@console/shared-contract/federation';

/** A visit is reported after this time at the latest. A page that is not ready by then counts as not ready. */
export const MAX_VISIT_MS = 30_000;

interface PageVisit {
  remote: ResolvedRemote;
  startTime: number;
  displayedMs?: number;
  readyMs?: number;
  failed: boolean;
  onReady: () => void;
  report: () => void;
}

/** The visit to the page that the tab shows. Undefined on pages of the host. */
let currentVisit: PageVisit | undefined;
const findVisit = (remoteName: string) => (currentVisit?.remote.name === remoteName ? currentVisit : undefined);
const getAge = ({ startTime }: PageVisit) => Math.round(performance.now() - startTime);

/**
 * Sends a visit to the server, which compares the canary with the active version. Skips overrides and fallback versions, because
 * such visits say nothing about either version.
 */
function sendVisit({ remote, displayedMs, readyMs, failed }: PageVisit): void {
  const { name, version, reportsVisits, isCanary, isFallback, override, blocked } = remote;
  if (!reportsVisits || isFallback || override !== undefined || blocked || !consoleStore.get(signedInAtom)) return;
  const reason = isCanary ? 'canary' : 'active';
  const body = { remote: name, version, reason, displayed_ms: displayedMs, ready_ms: readyMs, failed };
  const url = `${consoleStore.get(configAtom).apiBase}/account/v2/page-visit`;
  // Most visits end when the document is unloaded. That would cancel a request of the API client, so use `fetch` with `keepalive`.
  const sendWithToken = (access: string) =>
    window.fetch(url, {
      method: 'POST',
      keepalive: true,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  api.withToken(sendWithToken).catch(() => undefined);
}

/**
 * Starts the visit to a page of a remote. The visit is reported when a part of the remote fails, when the user leaves the page or hides the
 * tab, or after 30 seconds.
 * @param onReady called when the remote reports that the page displays data
 * @returns a function that ends the visit
 */
export function startVisit(remote: ResolvedRemote, onReady: () => void): () => void {
  let isReported = false;
  const reportOnce = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', reportOnce);
    if (!isReported) sendVisit(visit);
    isReported = true;
  };
  const visit: PageVisit = { remote, startTime: performance.now(), failed: false, onReady, report: reportOnce };
  const timer = setTimeout(reportOnce, MAX_VISIT_MS);
  document.addEventListener('visibilitychange', reportOnce);
  // Browsers slow down hidden tabs, so visits that start in them are not measured.
  if (document.visibilityState === 'hidden') isReported = true;
  currentVisit = visit;
  return () => {
    reportOnce();
    if (currentVisit === visit) currentVisit = undefined;
  };
}

/** Records that the open page is displayed, if it belongs to this remote. */
export function recordDisplayed(remoteName: string): void {
  const visit = findVisit(remoteName);
  if (visit) visit.displayedMs ??= getAge(visit);
}

/** Records that the open page of a remote displays data. */
export function recordReady(): void {
  // Wait for a microtask: with cached data, a page reports that it is ready before its display is recorded.
  queueMicrotask(() => {
    if (!currentVisit || currentVisit.readyMs !== undefined) return;
    currentVisit.readyMs = getAge(currentVisit);
    currentVisit.onReady();
  });
}

/** Records and reports that a part of the open page failed, if it belongs to this remote. */
export function recordFailedVisit(remoteName: string): void {
  const visit = findVisit(remoteName);
  if (!visit) return;
  visit.failed = true;
  visit.report();
}
