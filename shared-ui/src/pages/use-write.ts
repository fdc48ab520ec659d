import { announceExcept, ApiError } from '@console/shared-auth';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { describeRefusal } from '../states/error-state';
import { useNotify, type Notice } from '../toasts/notify';

/** Result of a write. */
export type WriteResult<Result> =
  | { ok: true; result: Result }
  /** `message`: error message for the user, which a form can show. */
  | { ok: false; error: unknown; message: string };

export interface WriteOptions<Input, Result> {
  /** Sends the API calls. */
  send: (input: Input) => Promise<Result>;
  /** Toast after a success. Default: no toast. */
  success?: Notice | ((result: Result, input: Input) => Notice | undefined);
  /** Title of the error message, such as "Unable to …!". The reason is shown below. */
  failure: string | ((input: Input) => string);
  /** Explanations by HTTP status. They replace the explanation from the server. */
  reasons?: Readonly<Partial<Record<number, string>>>;
  /** Where a failure is shown: in an error toast (default), a warning toast, or the form, which then shows `message` itself. */
  failureIn?: 'toast' | 'warning' | 'form';
  /** Returns changes to announce after the write, so that affected queries are refetched. Also called after a failure. */
  changes?: (input: Input) => readonly Change[];
  /** Keys of cached lists that `send` has updated itself. They are not refetched after a success. */
  updatedLists?: readonly WorkspaceKey[];
  /** Key of writes that must not run simultaneously, such as the row id. Default: one write at a time. */
  getKey?: (input: Input) => string;
}

export interface Write<Input, Result> {
  /**
   * Sends the write. Returns null and sends nothing if the same write is running or its changes are still being
   * refetched, as in a double click. Never rejects.
   */
  send: (input: Input) => Promise<WriteResult<Result> | null>;
  isPending: boolean;
  /** Whether the write with this key is running. */
  isPendingFor: (key: string) => boolean;
}

const DEFAULT_KEY = '';
/**
 * Maximum time for which repeated clicks are ignored while data is refetched. If clicks were ignored for longer, users would think that the
 * button is broken.
 */
const MAX_IGNORE_MS = 3000;

/** Sends a write, shows messages about its success or failure, and refetches the queries that show the changed rows. */
export function useWrite<Input = void, Result = unknown>(options: WriteOptions<Input, Result>): Write<Input, Result> {
  const notify = useNotify();
  const [pendingKeys, setPendingKeys] = useState<ReadonlySet<string>>(() => new Set());
  // Use a ref, because a second click can occur before the state of the first click is rendered.
  const runningKeys = useRef(new Set<string>());
  // Inputs of completed writes by key. An entry is removed when the changed data has been refetched.
  const refetching = useRef(new Map<string, { input: Input }>());
  const latest = useRef({ options, notify });
  useEffect(() => {
    latest.current = { options, notify };
  });

  const send = useCallback(async (input: Input): Promise<WriteResult<Result> | null> => {
    const { options: currentOptions, notify: currentNotify } = latest.current;
    const key = currentOptions.getKey?.(input) ?? DEFAULT_KEY;
    const completedWrite = refetching.current.get(key);
    if (runningKeys.current.has(key) || (completedWrite && isEqualInput(completedWrite.input, input))) return null;
    runningKeys.current.add(key);
    setPendingKeys(new Set(runningKeys.current));
    let updatedLists: readonly WorkspaceKey[] = [];
    let hasSucceeded = false;
    try {
      const result = await currentOptions.send(input);
      hasSucceeded = true;
      updatedLists = currentOptions.updatedLists ?? [];
      const notice =
        typeof currentOptions.success === 'function' ? currentOptions.success(result, input) : currentOptions.success;
      if (notice) currentNotify.success(notice);
      return { ok: true, result };
    } catch (error) {
      const title = typeof currentOptions.failure === 'function' ? currentOptions.failure(input) : currentOptions.failure;
      const reason = getReason(error, currentOptions.reasons);
      if (currentOptions.failureIn !== 'form')
        currentNotify[currentOptions.failureIn === 'warning' ? 'warning' : 'danger']({ title, text: reason, error });
      return { ok: false, error, message: [title, reason].filter(Boolean).join(' ') };
    } finally {
      runningKeys.current.delete(key);
      setPendingKeys(new Set(runningKeys.current));
      const refetch = announceExcept(updatedLists, ...(currentOptions.changes?.(input) ?? []));
      // After a failure, do not ignore the next click, because it is an intentional retry.
      if (hasSucceeded) rememberUntil(refetch, refetching.current, key, input);
    }
  }, []);
  const isPendingFor = useCallback((key: string) => pendingKeys.has(key), [pendingKeys]);
  return useMemo(() => ({ send, isPending: pendingKeys.size > 0, isPendingFor }), [send, pendingKeys, isPendingFor]);
}

/** Remembers a completed write under its key until its changes are refetched. */
function rememberUntil<Input>(refetch: Promise<unknown>, writes: Map<string, { input: Input }>, key: string, input: Input): void {
  const pendingWrite = { input };
  writes.set(key, pendingWrite);
  const release = () => {
    if (writes.get(key) === pendingWrite) writes.delete(key);
    clearTimeout(timer);
  };
  const timer = setTimeout(release, MAX_IGNORE_MS);
  void refetch.finally(release);
}

/** Whether two inputs are equal. Objects and lists are compared one level deep. */
function isEqualInput(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false;
  const entries = Object.entries(first);
  const rightEntries = new Map<string, unknown>(Object.entries(second));
  return (
    entries.length === rightEntries.size &&
    entries.every(([name, value]) => rightEntries.has(name) && Object.is(rightEntries.get(name), value))
  );
}

function getReason(error: unknown, reasons: WriteOptions<never, never>['reasons']): string {
  return (error instanceof ApiError ? reasons?.[error.status] : undefined) ?? describeRefusal(error);
}
