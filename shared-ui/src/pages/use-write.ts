import { announceExcept, ApiError } from '@console/shared-auth';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { describeRefusal } from '../states/error-state';
import { useNotify, type Notice } from '../toasts/notify';

/** How a write ended. */
export type WriteResult<Answer> =
  | { ok: true; result: Answer }
  /** `message`: the words for a person, for a form to show where it was sent from. */
  | { ok: false; error: unknown; message: string };

export interface WriteOptions<Input, Answer> {
  /** The call, or the calls. */
  send: (input: Input) => Promise<Answer>;
  /** Toast after it; nothing unless told. */
  success?: Notice | ((answer: Answer, input: Input) => Notice | undefined);
  /** "Unable to …!"; the reason stands below it. */
  failure: string | ((input: Input) => string);
  /** Reasons in place of the server's, by status. */
  reasons?: Readonly<Partial<Record<number, string>>>;
  /** `form`: no toast of a failure, for the form that sent it shows `message`. */
  failureIn?: 'toast' | 'warning' | 'form';
  /** What it has changed; said after a refusal too, for somebody else may have changed the row. */
  changes?: (input: Input) => readonly Change[];
  /** Keys of lists in which `send` has put the answer itself: after a success they are not read again. */
  updatedLists?: readonly WorkspaceKey[];
  /** What must not be sent twice at once: the row's id where several rows have a button each. One at a time unless told. */
  getKey?: (input: Input) => string;
}

export interface Write<Input, Answer> {
  /**
   * Sends it, unless the same is under way, or was just sent and what it changed is still being read again (a double click); then
   * null. Never rejects.
   */
  send: (input: Input) => Promise<WriteResult<Answer> | null>;
  isPending: boolean;
  /** Whether the write of this key is under way. */
  isPendingFor: (key: string) => boolean;
}

const ALL = '';
/** A second press is held no longer than this where the reading again gets no answer: longer, and the button seems dead. */
const HELD_MS = 3000;

/** A write with its words: it tells that it worked, or why not, and what it changed is read again wherever it is shown. */
export function useWrite<Input = void, Answer = unknown>(options: WriteOptions<Input, Answer>): Write<Input, Answer> {
  const notify = useNotify();
  const [pending, setPending] = useState<ReadonlySet<string>>(() => new Set());
  // Two clicks may come before the first is drawn.
  const underWay = useRef(new Set<string>());
  // What was answered, by key, while the screen still shows what was before.
  const shownAsBefore = useRef(new Map<string, { input: Input }>());
  const latest = useRef({ options, notify });
  useEffect(() => {
    latest.current = { options, notify };
  });

  const send = useCallback(async (input: Input): Promise<WriteResult<Answer> | null> => {
    const { options: now, notify: tell } = latest.current;
    const key = now.getKey?.(input) ?? ALL;
    const last = shownAsBefore.current.get(key);
    if (underWay.current.has(key) || (last && isSame(last.input, input))) return null;
    underWay.current.add(key);
    setPending(new Set(underWay.current));
    let held: readonly WorkspaceKey[] = [];
    let isDone = false;
    try {
      const answer = await now.send(input);
      isDone = true;
      held = now.updatedLists ?? [];
      const notice = typeof now.success === 'function' ? now.success(answer, input) : now.success;
      if (notice) tell.success(notice);
      return { ok: true, result: answer };
    } catch (error) {
      const title = typeof now.failure === 'function' ? now.failure(input) : now.failure;
      const reason = reasonOf(error, now.reasons);
      if (now.failureIn !== 'form') tell[now.failureIn === 'warning' ? 'warning' : 'danger']({ title, text: reason });
      return { ok: false, error, message: [title, reason].filter(Boolean).join(' ') };
    } finally {
      underWay.current.delete(key);
      setPending(new Set(underWay.current));
      const readAgain = announceExcept(held, ...(now.changes?.(input) ?? []));
      // After a failure the next press is meant: it tries again.
      if (isDone) hold(shownAsBefore.current, key, input, readAgain);
    }
  }, []);
  const isPendingFor = useCallback((key: string) => pending.has(key), [pending]);
  return useMemo(() => ({ send, isPending: pending.size > 0, isPendingFor }), [send, pending, isPendingFor]);
}

/** Keeps what was sent under its key until all is read again. */
function hold<Input>(sent: Map<string, { input: Input }>, key: string, input: Input, readAgain: Promise<unknown>): void {
  const own = { input };
  sent.set(key, own);
  const release = () => {
    if (sent.get(key) === own) sent.delete(key);
    clearTimeout(atTheLatest);
  };
  const atTheLatest = setTimeout(release, HELD_MS);
  void readAgain.finally(release);
}

/** Whether two presses say the same: one value, or forms and lists of the same values. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [ofA, ofB] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return ofA.length === ofB.size && ofA.every(([name, value]) => ofB.has(name) && Object.is(ofB.get(name), value));
}

function reasonOf(error: unknown, reasons: WriteOptions<never, never>['reasons']): string {
  return (error instanceof ApiError ? reasons?.[error.status] : undefined) ?? describeRefusal(error);
}
