import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { AddIcon, describeRefusal, EditIcon, MergeIcon, OpenIcon, useNotify } from '@console/shared-ui/basics';
import type { DialogControl } from '@console/shared-ui/pages';
import type { RowAction } from '@console/shared-ui/table';
import { changeMembership, refreshGroups } from '../membership/membership.queries';
import { messages } from '../messages';
import type { OpenDialog } from './groups-dialog';

const words = messages.rowActions;

/** What can be done with a row, by the contexts that the browser was given. */
export function useRowActions(
  { subject, baseGroup, onMembershipChange, onMember }: Omit<GroupsBrowserProps, 'job'>,
  dialogs: DialogControl<OpenDialog>,
): (group: GroupRow) => RowAction[] {
  const notify = useNotify();
  const addSubject = async (group: GroupRow) => {
    if (!subject) return;
    let isNew: boolean;
    try {
      isNew = await changeMembership('add', group.id, subject);
    } catch (error) {
      notify.warning({ title: words.addFailed, text: describeRefusal(error) });
      return;
    }
    notify.success({ title: words.added });
    void refreshGroups();
    onMembershipChange?.({ added: 1, removed: 0 });
    if (isNew) onMember?.({ id: group.id, name: group.name }, true);
  };
  return (group) => {
    const actions: RowAction[] = [
      { label: messages.groups.open, icon: <OpenIcon />, to: `/group/${group.id}`, newTab: true },
      { label: messages.groups.edit, icon: <EditIcon />, onClick: () => dialogs.open({ what: 'edit', group }) },
    ];
    if (baseGroup !== undefined && baseGroup !== group.id)
      actions.push({ label: words.merge, icon: <MergeIcon />, onClick: () => dialogs.open({ what: 'merge', group }) });
    if (subject)
      actions.push({
        label: subject.kind === 'image' ? words.addImage : words.addObject,
        icon: <AddIcon />,
        onClick: () => void addSubject(group),
      });
    return actions;
  };
}
