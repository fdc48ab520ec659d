import {
  getContainerName,
  type LoadFaultKind,
  type LoadResult,
  parseComponentRef,
  type ResolvedRemote,
} from '@console/shared-contract/federation';
import { getChunkFaultKind, SLOW_AFTER_MS } from '@console/shared-ui/core';
import { type Container, EntryError, type EntryRequest } from './entry-script';
import { TimeoutError, withTimeout } from '../timeout';
import { type LoadRecord, recordPhase, startLoad } from './load-log';
import type { CreateRuntime } from './runtime';

/** Timeout for loading the code of a page. The specification of the console requires this value. */
export const LOAD_TIMEOUT_MS = 120_000;

interface LoaderDeps {
  createRuntime: CreateRuntime;
  fetchEntry: (request: EntryRequest) => Promise<Container>;
  /** Prefetches a file at low priority. Never rejects. */
  prefetchFile: (url: string) => Promise<void>;
}

export interface Loader {
  /** Loads `./expose#export` of a remote. Never rejects. */
  load: (remote: ResolvedRemote, ref: string, retry?: boolean) => Promise<LoadResult<unknown>>;
  /** Whether the entry of this version has run in this tab. */
  hasStarted: (remote: ResolvedRemote) => boolean;
  /** Loads a remote's entry into the browser's cache without running it. Ignores failures. */
  prefetchEntry: (remote: ResolvedRemote) => void;
  /** Records in the load log how long a loaded export took until it was displayed. `start` is a time of `performance.now()`. */
  recordDisplay: (remote: ResolvedRemote, ref: string, start: number) => void;
  /** Records in the load log the time from the first display until the remote reported that data is shown. */
  recordReady: (remote: ResolvedRemote, ref: string) => void;
  /** Returns the export if it has been loaded already. */
  peek: (remote: ResolvedRemote, ref: string) => unknown;
}

/** State of a remote's entry script. */
interface RemoteEntry {
  /** Number of the attempt, starting at 0. */
  attempt: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  /** Time of the last request in milliseconds since the epoch. */
  requestedAt: number;
  remote: ResolvedRemote;
  /** Times of `performance.now()` at which the script had run and its container was started. */
  ranAt?: number;
  startedAt?: number;
}

function classifyError(error: unknown): LoadFaultKind {
  if (error instanceof EntryError) return error.kind;
  if (error instanceof TimeoutError) return 'timeout';
  if (!(error instanceof Error)) return 'evaluation';
  // webpack's chunk timeout is as long as the loader's timeout. It fires first if it started earlier.
  const chunkFault = getChunkFaultKind(error);
  if (chunkFault) return chunkFault;
  if (/does not exist in container|RUNTIME-014/.test(error.message)) return 'missing-export';
  // The runtime throws these messages if the host does not provide a shared package that the remote needs.
  if (/shared module|loadShare|^Can not get '/i.test(error.message)) return 'contract';
  return 'evaluation';
}

function toEntryUrl({ entry }: ResolvedRemote, attempt: number): string {
  const url = new URL(entry, document.baseURI);
  // A browser joins a request to a pending request for the same URL, so a retry needs another URL.
  if (attempt > 0) url.searchParams.set('retry', String(attempt));
  return url.href;
}

/** Creates a loader for modules of micro-frontends. It loads the entry of each remote once, and again after a failure. */
export function createLoader({ createRuntime, fetchEntry, prefetchFile }: LoaderDeps): Loader {
  const entries = new Map<string, RemoteEntry>();
  const loadedExports = new Map<string, unknown>();
  const toKey = (remote: ResolvedRemote, ref: string) => `${remote.name}@${remote.version}/${ref}`;
  /** Records of loads whose component was not displayed yet. */
  const recordsToDisplay = new Map<string, LoadRecord>();
  /** Records of loads whose component is displayed but still waits for data, with the time of the display. */
  const recordsToBecomeReady = new Map<string, { record: LoadRecord; displayedAt: number }>();

  const runtime = createRuntime(
    async (name) => {
      const remoteEntry = entries.get(name);
      if (!remoteEntry) throw new EntryError('manifest', `${name} is not registered`);
      const { attempt, remote } = remoteEntry;
      // A replaced attempt may still finish. It must not change the state of the attempt that replaced it.
      const setStatus = (status: RemoteEntry['status']) => {
        if (remoteEntry.attempt === attempt) remoteEntry.status = status;
      };
      try {
        const container = await fetchEntry({
          url: toEntryUrl(remote, attempt),
          integrity: remote.integrity,
          globalName: getContainerName(remote.name, remote.version),
          timeoutMs: LOAD_TIMEOUT_MS,
        });
        setStatus('ready');
        remoteEntry.ranAt = performance.now();
        return container;
      } catch (error) {
        setStatus('failed');
        throw error;
      }
    },
    (name) => {
      const entry = entries.get(name);
      if (entry) entry.startedAt ??= performance.now();
    },
  );

  /** Records the result and the phases of a load. Skips phases that an earlier load of the same remote completed. */
  function completeRecord(record: LoadRecord, result: NonNullable<LoadRecord['result']>): void {
    record.result = result;
    const { ranAt = 0, startedAt = 0 } = entries.get(record.remote) ?? {};
    let phaseStart = record.startTime;
    if (ranAt > phaseStart) phaseStart = recordPhase(record, 'entry', phaseStart, ranAt);
    if (startedAt > phaseStart) phaseStart = recordPhase(record, 'start', phaseStart, startedAt);
    if (result === 'ok') recordPhase(record, 'code', phaseStart);
  }

  function registerWithRuntime(entry: RemoteEntry, force: boolean): void {
    entry.status = 'pending';
    entry.requestedAt = Date.now();
    const { remote } = entry;
    runtime.register(
      { name: remote.name, entry: toEntryUrl(remote, entry.attempt), globalName: getContainerName(remote.name, remote.version) },
      force,
    );
  }

  /** Registers the entry script. Never runs a working script twice: state such as the queue of unsent writes would exist twice. */
  function registerEntry(remote: ResolvedRemote, retry: boolean): void {
    const remoteEntry = entries.get(remote.name);
    // Callers request another version only if the entry script of the previous version has not run.
    if (remoteEntry?.remote.version !== remote.version) {
      const initialEntry: RemoteEntry = { attempt: 0, status: 'idle', requestedAt: 0, remote };
      entries.set(remote.name, initialEntry);
      registerWithRuntime(initialEntry, remoteEntry !== undefined);
      return;
    }
    const isHanging = retry && remoteEntry.status === 'pending' && Date.now() - remoteEntry.requestedAt >= SLOW_AFTER_MS;
    if (remoteEntry.status !== 'failed' && !isHanging) return;
    remoteEntry.attempt += 1;
    // The first attempt may have used a stored registry with another integrity hash for this version.
    remoteEntry.remote = remote;
    registerWithRuntime(remoteEntry, true);
  }

  async function load(remote: ResolvedRemote, ref: string, retry = false): Promise<LoadResult<unknown>> {
    if (remote.blocked) return { ok: false, ...remote.blocked };
    const { name, version, override } = remote;
    const key = toKey(remote, ref);
    const loadedExport = loadedExports.get(key);
    if (loadedExport !== undefined && !retry) return { ok: true, value: loadedExport };
    const record = startLoad({ remote: name, version, part: ref });
    const fail = (kind: LoadFaultKind, message: string): LoadResult<never> => {
      completeRecord(record, kind);
      return { ok: false, kind, message, remote: name, version, override, load: record.id };
    };
    const { expose, exportName } = parseComponentRef(ref);
    try {
      registerEntry(remote, retry);
      const module = await withTimeout(runtime.load(`${remote.name}/${expose.slice(2)}`), LOAD_TIMEOUT_MS);
      const value: unknown = (module as Record<string, unknown> | null)?.[exportName];
      if (value === undefined) return fail('missing-export', `${expose} has no export ${exportName}`);
      loadedExports.set(key, value);
      recordsToDisplay.set(key, record);
      completeRecord(record, 'ok');
      return { ok: true, value };
    } catch (error) {
      return fail(classifyError(error), error instanceof Error ? error.message : String(error));
    }
  }

  function hasStarted({ name, version }: ResolvedRemote): boolean {
    const entry = entries.get(name);
    return entry?.status === 'ready' && entry.remote.version === version;
  }

  const prefetchedUrls = new Set<string>();
  function prefetchEntry(remote: ResolvedRemote): void {
    const url = toEntryUrl(remote, 0);
    // The browser does not cache the build of a development server.
    if (remote.blocked || remote.integrity === undefined || entries.has(remote.name) || prefetchedUrls.has(url)) return;
    prefetchedUrls.add(url);
    void prefetchFile(url);
  }

  function recordDisplay(remote: ResolvedRemote, ref: string, start: number): void {
    const key = toKey(remote, ref);
    const record = recordsToDisplay.get(key);
    if (record) recordsToBecomeReady.set(key, { record, displayedAt: recordPhase(record, 'display', start) });
    recordsToDisplay.delete(key);
  }

  function recordReady(remote: ResolvedRemote, ref: string): void {
    const key = toKey(remote, ref);
    const { record, displayedAt } = recordsToBecomeReady.get(key) ?? {};
    if (record && displayedAt !== undefined) recordPhase(record, 'ready', displayedAt);
    recordsToBecomeReady.delete(key);
  }

  const peek = (remote: ResolvedRemote, ref: string) => loadedExports.get(toKey(remote, ref));
  return { load, prefetchEntry, hasStarted, recordDisplay, recordReady, peek };
}
