import { consoleStore, activeWorkspaceIdAtom } from '@console/shared-auth';
import type { ImageTarget, MembershipChange } from '@console/shared-contract/federation';
import { useNotify } from '@console/shared-ui/basics';
import { type MembershipChangeState, type MembershipRun, useMembershipChange } from '@console/shared-ui/membership';
import { browserMessages } from '../data/browser-messages';
import { changeMatching, changePicked } from '../data/all-matching';
import { refreshTiles } from '../data/browser.queries';
import type { BrowserFilters } from '../data/filters';
import type { Selection } from './use-selection';

export interface MembershipOptions {
  target: ImageTarget | undefined;
  filters: BrowserFilters;
  selection: Selection;
  /** The number of rows that match the search. */
  total: number;
  onChanged?: (change: MembershipChange) => void;
}

/**
 * Adds the selected images to the job or task, or removes them. A failure shows no toast,
 * and images that were not changed stay selected.
 */
export function useMembership({ target, filters, selection, total, onChanged }: MembershipOptions): MembershipChangeState {
  const notify = useNotify();
  const changeOf =
    (into: ImageTarget) =>
    async ({ action, signal, cancelSignal: cancelled, onProgress }: MembershipRun): Promise<void> => {
      const scope = { workspace: consoleStore.get(activeWorkspaceIdAtom) ?? '', signal };
      if (selection.isAllMatching) {
        await changeMatching({ action, target: into, filters, scope, onProgress, cancelSignal: cancelled });
        return;
      }
      const each = { ...scope, signal: AbortSignal.any([signal, cancelled]) };
      let done = 0;
      await changePicked({
        action,
        target: into,
        ids: [...selection.ids],
        scope: each,
        onChanged: (ids) => {
          done += ids.length;
          onProgress(done);
          // If a later call fails, only the unchanged images stay selected.
          selection.drop(ids);
        },
      });
    };
  return useMembershipChange({
    selected: selection.isAllMatching ? total : selection.ids.size,
    change: target && changeOf(target),
    onDone: (action) => {
      notify.success({ title: action === 'add' ? browserMessages.added : browserMessages.removed });
      selection.clear();
    },
    onChanged: (change) => {
      void refreshTiles();
      onChanged?.(change);
    },
  });
}
