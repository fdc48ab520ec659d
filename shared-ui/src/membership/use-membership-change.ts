import { isAborted, WorkStoppedError } from '@console/shared-auth';
import type { MembershipChange } from '@console/shared-contract/federation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeRefusal } from '../states/error-state';

export type MembershipAction = 'add' | 'remove';

export interface MembershipProgress {
  action: MembershipAction;
  done: number;
  total: number;
}

/** What a change goes by while it runs. */
export interface MembershipRun {
  action: MembershipAction;
  /** Ends with the page: what the server has taken on goes on there. */
  signal: AbortSignal;
  /** Ends when the person cancels. */
  cancelSignal: AbortSignal;
  /** `total`: where it is known by then; else as many as are selected. */
  onProgress: (done: number, total?: number | null) => void;
}

export interface StoppedMembershipChange extends MembershipProgress {
  /** Why, in words for a person; '' where the person cancelled. */
  reason: string;
}

export interface MembershipChangeState {
  /** Null while nothing is under way. */
  progress: MembershipProgress | null;
  /** The last change did not reach all of the selection. */
  isIncomplete: boolean;
  /** How far the last change came, where it did not reach all. `apply` of the same goes on with what is still selected. */
  stopped?: StoppedMembershipChange | null;
  apply: (action: MembershipAction) => void;
  cancel: () => void;
}

export interface MembershipChangeOptions {
  /** Rows that are selected. */
  selected: number;
  /** Undefined: there is nothing to put them into. */
  change: ((run: MembershipRun) => Promise<void>) | undefined;
  onDone: (action: MembershipAction) => void;
  /** Also after a failure, for what was changed before it. */
  onChanged: (change: MembershipChange) => void;
}

function getReason(error: unknown): string {
  if (isAborted(error)) return '';
  return error instanceof WorkStoppedError ? error.message : describeRefusal(error);
}

/** Puts what is selected somewhere, or takes it out, one change at a time. A failure is `stopped`, and no toast. */
export function useMembershipChange({ selected, change, onDone, onChanged }: MembershipChangeOptions): MembershipChangeState {
  const [progress, setProgress] = useState<MembershipProgress | null>(null);
  const [stopped, setStopped] = useState<StoppedMembershipChange | null>(null);
  const running = useRef<{ watching: AbortController; cancelled: AbortController } | null>(null);
  useEffect(() => () => running.current?.watching.abort(), []);

  const apply = async (action: MembershipAction) => {
    if (!change || running.current) return;
    const [watching, cancelled] = [new AbortController(), new AbortController()];
    running.current = { watching, cancelled };
    let reached: MembershipProgress = { action, done: 0, total: selected };
    const onProgress = (done: number, total: number | null = null) => {
      reached = { action, done, total: total ?? Math.max(selected, done) };
      setProgress(reached);
    };
    setStopped(null);
    onProgress(0);
    try {
      await change({ action, signal: watching.signal, cancelSignal: cancelled.signal, onProgress });
      onDone(action);
    } catch (error) {
      setStopped({ ...reached, reason: getReason(error) });
    } finally {
      running.current = null;
      setProgress(null);
      const { done } = reached;
      if (done > 0) onChanged({ added: action === 'add' ? done : 0, removed: action === 'remove' ? done : 0 });
    }
  };
  const cancel = useCallback(() => running.current?.cancelled.abort(), []);
  return { progress, isIncomplete: stopped !== null, stopped, apply: (action) => void apply(action), cancel };
}
