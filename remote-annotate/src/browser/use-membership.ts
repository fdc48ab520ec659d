import { consoleStore, activeWorkspaceIdAtom } from '@console/shared-auth';
import type { ImageTarget, MembershipChange } from '@console/shared-contract/federation';
import { useNotify } from '@console/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { changeAllMatching } from './all-matching';
import { refreshTiles, sendMembership, type MembershipAction } from './browser.queries';
import type { BrowserFilters } from './filters';
import type { Selection } from './use-selection';

export interface MembershipProgress {
  action: MembershipAction;
  done: number;
  total: number;
}

export interface Membership {
  /** Null while nothing is under way. */
  progress: MembershipProgress | null;
  /** The last change did not reach all of the selection. */
  isIncomplete: boolean;
  apply: (action: MembershipAction) => void;
  cancel: () => void;
}

export interface MembershipOptions {
  target: ImageTarget | undefined;
  filters: BrowserFilters;
  selection: Selection;
  /** Rows that match the search. */
  total: number;
  onChanged?: (change: MembershipChange) => void;
}

/** Images of one call: well below what the server takes at once. */
const ITEMS_PER_CALL = 1000;

/** Puts what is selected into the job or task, or takes it out. A failure raises no toast; the selection is kept. */
export function useMembership({ target, filters, selection, total, onChanged }: MembershipOptions): Membership {
  const notify = useNotify();
  const [progress, setProgress] = useState<MembershipProgress | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const apply = async (action: MembershipAction) => {
    if (!target || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const scope = { workspace: consoleStore.get(activeWorkspaceIdAtom) ?? '', signal: controller.signal };
    const whole = selection.isAllMatching ? total : selection.ids.size;
    let changed = 0;
    const onProgress = (done: number) => {
      changed = done;
      setProgress({ action, done, total: Math.max(whole, done) });
    };
    setIncomplete(false);
    onProgress(0);
    try {
      if (selection.isAllMatching) await changeAllMatching({ action, target, filters, scope, onProgress });
      else {
        const ids = [...selection.ids];
        for (let start = 0; start < ids.length; start += ITEMS_PER_CALL) {
          const items = ids.slice(start, start + ITEMS_PER_CALL);
          await sendMembership(action, target, items, scope);
          onProgress(start + items.length);
        }
      }
      notify.success({ title: action === 'add' ? messages.browser.added : messages.browser.removed });
      selection.clear();
    } catch {
      setIncomplete(true);
    } finally {
      running.current = null;
      setProgress(null);
      if (changed > 0) {
        void refreshTiles();
        onChanged?.({ added: action === 'add' ? changed : 0, removed: action === 'remove' ? changed : 0 });
      }
    }
  };

  const cancel = useCallback(() => running.current?.abort(), []);
  return { progress, isIncomplete, apply: (action) => void apply(action), cancel };
}
