import type { MembershipChange } from '@console/shared-contract/federation';
import { useCallback, useEffect, useRef, useState } from 'react';

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
  cancelled: AbortSignal;
  /** `total`: where it is known by then; else as many as are selected. */
  onProgress: (done: number, total?: number | null) => void;
}

export interface MembershipChangeState {
  /** Null while nothing is under way. */
  progress: MembershipProgress | null;
  /** The last change did not reach all of the selection. */
  isIncomplete: boolean;
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

/** Puts what is selected somewhere, or takes it out, one change at a time. A failure is `isIncomplete`, and no more. */
export function useMembershipChange({ selected, change, onDone, onChanged }: MembershipChangeOptions): MembershipChangeState {
  const [progress, setProgress] = useState<MembershipProgress | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const running = useRef<{ watching: AbortController; cancelled: AbortController } | null>(null);
  useEffect(() => () => running.current?.watching.abort(), []);

  const apply = async (action: MembershipAction) => {
    if (!change || running.current) return;
    const [watching, cancelled] = [new AbortController(), new AbortController()];
    running.current = { watching, cancelled };
    let changed = 0;
    const onProgress = (done: number, total: number | null = null) => {
      changed = done;
      setProgress({ action, done, total: total ?? Math.max(selected, done) });
    };
    setIncomplete(false);
    onProgress(0);
    try {
      await change({ action, signal: watching.signal, cancelled: cancelled.signal, onProgress });
      onDone(action);
    } catch {
      setIncomplete(true);
    } finally {
      running.current = null;
      setProgress(null);
      if (changed > 0) onChanged({ added: action === 'add' ? changed : 0, removed: action === 'remove' ? changed : 0 });
    }
  };
  const cancel = useCallback(() => running.current?.cancelled.abort(), []);
  return { progress, isIncomplete, apply: (action) => void apply(action), cancel };
}
