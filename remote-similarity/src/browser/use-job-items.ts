import { activeWorkspaceIdAtom, consoleStore } from '@console/shared-auth';
import type { MembershipChange } from '@console/shared-contract/federation';
import type { BulkSelection } from '@console/shared-ui/bulk';
import { useNotify } from '@console/shared-ui/basics';
import { type MembershipChangeState, type MembershipRun, useMembershipChange } from '@console/shared-ui/membership';
import { messages } from '../messages';
import { refreshGroups } from '../membership/membership.queries';
import type { GroupFilters } from './group-filters';
import { changeMatchingGroups, changeJobItems } from './job-items';

const jobMessages = messages.job;

export interface JobItemsOptions {
  job: string | undefined;
  filters: GroupFilters;
  selection: BulkSelection;
  /** Number of groups that match the search. */
  total: number;
  onDone: () => void;
  onChanged?: (change: MembershipChange) => void;
}

/** Adds the selection to a job or removes it. A failure shows no toast and keeps the selection, as the specification requires. */
export function useJobItems({
  job: target,
  filters,
  selection,
  total,
  onDone,
  onChanged,
}: JobItemsOptions): MembershipChangeState {
  const notify = useNotify();
  const createChange =
    (job: string) =>
    async ({ action, signal, cancelSignal: cancelled, onProgress }: MembershipRun): Promise<void> => {
      const scope = { workspace: consoleStore.get(activeWorkspaceIdAtom) ?? '', signal };
      if (selection.all) {
        await changeMatchingGroups({ action, job, filters, scope, onProgress, cancelSignal: cancelled });
        return;
      }
      await changeJobItems(action, job, [...selection.ids], scope);
      onProgress(selection.ids.size);
    };
  return useMembershipChange({
    selected: selection.all ? total : selection.ids.size,
    change: target === undefined ? undefined : createChange(target),
    onDone: (action) => {
      notify.success({ title: action === 'add' ? jobMessages.added : jobMessages.removed });
      onDone();
    },
    onChanged: (change) => {
      void refreshGroups();
      onChanged?.(change);
    },
  });
}
