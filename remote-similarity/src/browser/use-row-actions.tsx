import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { AddIcon, describeRefusal, EditIcon, MergeIcon, OpenIcon, useNotify } from '@console/shared-ui/basics';
import type { DialogControl } from '@console/shared-ui/pages';
import type { RowAction } from '@console/shared-ui/table';
import { changeMembership, refreshGroups } from '../group-data/membership.queries';
import { messages } from '../messages';
import type { OpenDialog } from './groups-dialog';

const rowActionsMessages = messages.rowActions;

/** Returns a function that lists the row actions of a group for the given contexts. */
export function useRowActions(
  { subject, baseGroup, onMembershipChange, onMember }: Omit<GroupsBrowserProps, 'job'>,
  dialogs: DialogControl<OpenDialog>,
): (group: GroupRow) => RowAction[] {
  const notify = useNotify();
  const addSubject = async (group: GroupRow) => {
    if (!subject) return;
    let wasAdded: boolean;
    try {
      wasAdded = await changeMembership('add', group.id, subject);
    } catch (error) {
      notify.warning({ title: rowActionsMessages.addFailed, text: describeRefusal(error) });
      return;
    }
    notify.success({ title: rowActionsMessages.added });
    void refreshGroups();
    onMembershipChange?.({ added: 1, removed: 0 });
    if (wasAdded) onMember?.({ id: group.id, name: group.name }, true);
  };
  return (group) => {
    const actions: RowAction[] = [
      { label: messages.groups.open, icon: <OpenIcon />, to: `/group/${group.id}`, newTab: true },
      { label: messages.groups.edit, icon: <EditIcon />, onClick: () => dialogs.open({ kind: 'edit', group }) },
    ];
    if (baseGroup !== undefined && baseGroup !== group.id)
      actions.push({
        label: rowActionsMessages.merge,
        icon: <MergeIcon />,
        onClick: () => dialogs.open({ kind: 'merge', group }),
      });
    if (subject)
      actions.push({
        label: subject.kind === 'image' ? rowActionsMessages.addImage : rowActionsMessages.addObject,
        icon: <AddIcon />,
        onClick: () => void addSubject(group),
      });
    return actions;
  };
}
