import {
  containerName,
  type LoadFaultKind,
  type LoadResult,
  parseComponentRef,
  type ResolvedRemote,
} from '@console/shared-contract/federation';
import { chunkFault, SLOW_AFTER_MS } from '@console/shared-ui/core';
import { type Container, EntryError, type EntryRequest } from './entry-script';
import { abandonScripts } from './abandon-scripts';
import type { CreateRuntime } from './runtime';

/** The specification's time-out of a lazily loaded screen. */
export const GIVE_UP_AFTER_MS = 120_000;

export interface LoaderDeps {
  createRuntime: CreateRuntime;
  fetchEntry: (request: EntryRequest) => Promise<Container>;
  /** Fetches a file for later, at low priority. Never rejects. */
  fetchAhead: (url: string) => Promise<void>;
}

export interface Loader {
  /** Loads `./expose#export` of a remote. Never rejects. */
  load: (remote: ResolvedRemote, ref: string, retry?: boolean) => Promise<LoadResult<unknown>>;
  /** Whether the entry of this version has run in this tab. */
  hasStarted: (remote: ResolvedRemote) => boolean;
  /** Brings a remote's entry into the browser's cache without running it; silent when it fails. */
  warm: (remote: ResolvedRemote) => void;
  /** What has been loaded of it. */
  peek: (remote: ResolvedRemote, ref: string) => unknown;
}

interface Entry {
  attempt: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  since: number;
  remote: ResolvedRemote;
}

class GivenUp extends Error {}

function giveUpAfter(ms: number): { promise: Promise<never>; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout>;
  const promise = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new GivenUp(`no answer within ${ms} ms`)), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function kindOf(error: unknown): LoadFaultKind {
  if (error instanceof EntryError) return error.kind;
  if (error instanceof GivenUp) return 'timeout';
  if (!(error instanceof Error)) return 'evaluation';
  // webpack's own patience with a chunk is as long as ours, and may have begun earlier.
  const chunk = chunkFault(error);
  if (chunk) return chunk;
  if (/does not exist in container|RUNTIME-014/.test(error.message)) return 'missing-export';
  // A shared package that this host does not provide.
  if (/shared module|loadShare|^Can not get '/i.test(error.message)) return 'contract';
  return 'evaluation';
}

function entryUrl({ entry }: ResolvedRemote, attempt: number): string {
  const url = new URL(entry, document.baseURI);
  // A script that hangs is asked for again only under another address.
  if (attempt > 0) url.searchParams.set('retry', String(attempt));
  return url.href;
}

/** Loads modules of remotes, each remote's entry once, and again after it has failed. */
export function createLoader({ createRuntime, fetchEntry, fetchAhead }: LoaderDeps): Loader {
  const entries = new Map<string, Entry>();
  const loaded = new Map<string, unknown>();
  const keyOf = (remote: ResolvedRemote, ref: string) => `${remote.name}@${remote.version}/${ref}`;

  const runtime = createRuntime(async (name) => {
    const entry = entries.get(name);
    if (!entry) throw new EntryError('manifest', `${name} is not registered`);
    const { attempt, remote } = entry;
    // An attempt that was given up may still end; it must not speak for the one that took its place.
    const settle = (status: Entry['status']) => {
      if (entry.attempt === attempt) entry.status = status;
    };
    try {
      const container = await fetchEntry({
        url: entryUrl(remote, attempt),
        integrity: remote.integrity,
        globalName: containerName(remote.name, remote.version),
        timeoutMs: GIVE_UP_AFTER_MS,
      });
      settle('ready');
      return container;
    } catch (error) {
      settle('failed');
      throw error;
    }
  });

  function register(entry: Entry, force: boolean): void {
    entry.status = 'pending';
    entry.since = Date.now();
    const { remote } = entry;
    runtime.register(
      { name: remote.name, entry: entryUrl(remote, entry.attempt), globalName: containerName(remote.name, remote.version) },
      force,
    );
  }

  /** An entry that works is never run twice: its remote's state (an outbox, a cache) would be there twice. */
  function prepare(remote: ResolvedRemote, retry: boolean): void {
    const entry = entries.get(remote.name);
    // Another version comes only in place of one that never ran.
    if (entry?.remote.version !== remote.version) {
      const first: Entry = { attempt: 0, status: 'idle', since: 0, remote };
      entries.set(remote.name, first);
      register(first, entry !== undefined);
      return;
    }
    const hangs = retry && entry.status === 'pending' && Date.now() - entry.since >= SLOW_AFTER_MS;
    if (entry.status !== 'failed' && !hangs) return;
    entry.attempt += 1;
    // The registry of now may know other bytes of that version than the kept one that the first attempt went by.
    entry.remote = remote;
    register(entry, true);
  }

  /** When the oldest load of a part that still waits was begun. */
  const waiting = new Map<string, { since: number }>();

  /** A chunk that hangs is asked for anew; its entry runs, and goes on running. */
  function abandonHanging(remote: ResolvedRemote, key: string): void {
    const oldest = waiting.get(key);
    if (!oldest || Date.now() - oldest.since < SLOW_AFTER_MS || !hasStarted(remote)) return;
    waiting.delete(key);
    abandonScripts(new URL('.', entryUrl(remote, 0)).href);
  }

  async function load(remote: ResolvedRemote, ref: string, retry = false): Promise<LoadResult<unknown>> {
    const fail = (kind: LoadFaultKind, message: string): LoadResult<never> => ({
      ok: false,
      kind,
      message,
      remote: remote.name,
      version: remote.version,
      override: remote.override,
    });
    if (remote.blocked) return { ok: false, ...remote.blocked };
    const { expose, exportName } = parseComponentRef(ref);
    const patience = giveUpAfter(GIVE_UP_AFTER_MS);
    const key = keyOf(remote, ref);
    const begun = { since: Date.now() };
    try {
      if (retry) abandonHanging(remote, key);
      prepare(remote, retry);
      if (!waiting.has(key)) waiting.set(key, begun);
      const module = await Promise.race([runtime.load(`${remote.name}/${expose.slice(2)}`), patience.promise]);
      const value: unknown = (module as Record<string, unknown> | null)?.[exportName];
      if (value === undefined) return fail('missing-export', `${expose} has no export ${exportName}`);
      loaded.set(key, value);
      return { ok: true, value };
    } catch (error) {
      return fail(kindOf(error), error instanceof Error ? error.message : String(error));
    } finally {
      if (waiting.get(key) === begun) waiting.delete(key);
      patience.cancel();
    }
  }

  function hasStarted({ name, version }: ResolvedRemote): boolean {
    const entry = entries.get(name);
    return entry?.status === 'ready' && entry.remote.version === version;
  }

  const warmed = new Set<string>();
  function warm(remote: ResolvedRemote): void {
    const url = entryUrl(remote, 0);
    // A development server's build is not kept by the browser.
    if (remote.blocked || remote.integrity === undefined || entries.has(remote.name) || warmed.has(url)) return;
    warmed.add(url);
    void fetchAhead(url);
  }

  return { load, warm, hasStarted, peek: (remote, ref) => loaded.get(keyOf(remote, ref)) };
}
