import { consoleStore, activeWorkspaceIdAtom } from '@console/shared-auth';
import type { ImageTarget, MembershipChange } from '@console/shared-contract/federation';
import { useNotify } from '@console/shared-ui/basics';
import { type MembershipChangeState, type MembershipRun, useMembershipChange } from '@console/shared-ui/membership';
import { browserMessages } from '../data/browser-messages';
import { changeMatchingImages, changeSelectedImages } from '../data/all-matching';
import { refreshTiles } from '../data/browser.queries';
import type { BrowserFilters } from '../data/filters';
import type { Selection } from './use-selection';

interface MembershipOptions {
  target: ImageTarget | undefined;
  filters: BrowserFilters;
  selection: Selection;
  /** The number of rows that match the search. */
  total: number;
  onChanged?: (change: MembershipChange) => void;
}

/** Adds the selected images to the job or task, or removes them. After a failure, images that were not changed stay selected. */
export function useMembership({ target, filters, selection, total, onChanged }: MembershipOptions): MembershipChangeState {
  const notify = useNotify();
  const createChange =
    (changeTarget: ImageTarget) =>
    async ({ action, signal, cancelSignal, onProgress }: MembershipRun): Promise<void> => {
      const scope = { workspace: consoleStore.get(activeWorkspaceIdAtom) ?? '', signal };
      if (selection.all) {
        await changeMatchingImages({ action, target: changeTarget, filters, scope, onProgress, cancelSignal });
        return;
      }
      const callScope = { ...scope, signal: AbortSignal.any([signal, cancelSignal]) };
      let changedCount = 0;
      await changeSelectedImages({
        action,
        target: changeTarget,
        ids: [...selection.ids],
        scope: callScope,
        onChanged: (ids) => {
          changedCount += ids.length;
          onProgress(changedCount);
          // If a later call fails, only the unchanged images stay selected.
          selection.deselect(ids);
        },
      });
    };
  return useMembershipChange({
    selected: selection.all ? total : selection.ids.size,
    change: target && createChange(target),
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
