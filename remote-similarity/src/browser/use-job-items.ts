import { activeWorkspaceIdAtom, consoleStore } from '@console/shared-auth';
import type { MembershipChange } from '@console/shared-contract/federation';
import { useNotify } from '@console/shared-ui/basics';
import { countSelected } from '@console/shared-ui/bulk';
import { type MembershipChangeState, type MembershipRun, useMembershipChange } from '@console/shared-ui/membership';
import { refreshGroups } from '../group-data/membership.queries';
import { jobMessages } from './browser-messages';
import { changeJobItems, changeMatchingGroups } from './job-items';
import type { GroupList } from './use-group-list';

/** Adds the selection to a job or removes it. A failure shows no toast and keeps the selection, as the specification requires. */
export function useJobItems(
  jobId: string,
  { selection, filter, total = 0 }: GroupList,
  onChanged: ((change: MembershipChange) => void) | undefined,
): MembershipChangeState {
  const notify = useNotify();
  const changeMemberships = async ({ action, signal, cancelSignal, onProgress }: MembershipRun): Promise<void> => {
    const scope = { workspace: consoleStore.get(activeWorkspaceIdAtom) ?? '', signal };
    if (selection.all) return changeMatchingGroups({ action, job: jobId, filter, scope, onProgress, cancelSignal });
    await changeJobItems(action, jobId, [...selection.ids], scope);
    onProgress(selection.ids.size);
  };
  return useMembershipChange({
    selected: countSelected(selection, total),
    change: changeMemberships,
    onDone: (action) => {
      notify.success({ title: action === 'add' ? jobMessages.added : jobMessages.removed });
      selection.clear();
    },
    onChanged: (membershipChange) => {
      void refreshGroups();
      onChanged?.(membershipChange);
    },
  });
}
