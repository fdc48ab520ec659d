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

/** Arguments of a function that adds or removes members. */
export interface MembershipRun {
  action: MembershipAction;
  /** Aborted when the page closes. A task that already runs on the server continues. */
  signal: AbortSignal;
  /** Aborted when the user cancels the change. */
  cancelSignal: AbortSignal;
  /** `total` defaults to the number of selected rows. */
  onProgress: (done: number, total?: number | null) => void;
}

export interface StoppedMembershipChange extends MembershipProgress {
  /** Why the change stopped, in words for the user. Empty if the user cancelled. */
  reason: string;
}

export interface MembershipChangeState {
  /** Null while no change is running. */
  progress: MembershipProgress | null;
  /** Whether the last change did not finish. */
  isIncomplete: boolean;
  /** Progress of the last change if it did not finish. Applying the same action again continues with the remaining selection. */
  stopped?: StoppedMembershipChange | null;
  apply: (action: MembershipAction) => void;
  cancel: () => void;
}

export interface MembershipChangeOptions {
  /** Number of selected rows. */
  selected: number;
  /** Executes the change. Undefined if there is no target. */
  change: ((run: MembershipRun) => Promise<void>) | undefined;
  onDone: (action: MembershipAction) => void;
  /** Called with the changed rows, also after a failure. */
  onChanged: (change: MembershipChange) => void;
}

function getReason(error: unknown): string {
  if (isAborted(error)) return '';
  return error instanceof WorkStoppedError ? error.message : describeRefusal(error);
}

/** Adds the selected rows to a job or task, or removes them. Only one change runs at a time. A failure sets `stopped` and shows no toast. */
export function useMembershipChange({ selected, change, onDone, onChanged }: MembershipChangeOptions): MembershipChangeState {
  const [progress, setProgress] = useState<MembershipProgress | null>(null);
  const [stopped, setStopped] = useState<StoppedMembershipChange | null>(null);
  const runningChange = useRef<{ pageController: AbortController; cancelController: AbortController } | null>(null);
  useEffect(() => () => runningChange.current?.pageController.abort(), []);

  const applyAction = async (action: MembershipAction) => {
    if (!change || runningChange.current) return;
    const [pageController, cancelController] = [new AbortController(), new AbortController()];
    runningChange.current = { pageController, cancelController };
    let latestProgress: MembershipProgress = { action, done: 0, total: selected };
    const onProgress = (done: number, total: number | null = null) => {
      latestProgress = { action, done, total: total ?? Math.max(selected, done) };
      setProgress(latestProgress);
    };
    setStopped(null);
    onProgress(0);
    try {
      await change({ action, signal: pageController.signal, cancelSignal: cancelController.signal, onProgress });
      onDone(action);
    } catch (error) {
      setStopped({ ...latestProgress, reason: getReason(error) });
    } finally {
      runningChange.current = null;
      setProgress(null);
      const { done } = latestProgress;
      if (done > 0) onChanged({ added: action === 'add' ? done : 0, removed: action === 'remove' ? done : 0 });
    }
  };
  const cancel = useCallback(() => runningChange.current?.cancelController.abort(), []);
  return { progress, isIncomplete: stopped !== null, stopped, apply: (action) => void applyAction(action), cancel };
}
