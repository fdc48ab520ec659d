import { permissionOf } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps, GroupSubject } from '@console/shared-contract/federation';
import { AddIcon, EditIcon, MergeIcon, OpenIcon } from '@console/shared-ui/basics';
import { useWrite, type DialogControl } from '@console/shared-ui/pages';
import type { RowAction } from '@console/shared-ui/table';
import { changeMembership } from '../group-data/membership.queries';
import { groupListMessages } from '../common/group-list-messages';
import { rowActionsMessages } from './browser-messages';
import type { GroupsDialogContent } from './groups-dialog';

/** Returns a function that lists the row actions of a group, depending on the job, group or image for which the list is open. */
export function useRowActions(
  { subject, baseGroup, onMembershipChange, onMember }: Omit<GroupsBrowserProps, 'job'>,
  dialogs: DialogControl<GroupsDialogContent>,
): (group: GroupRow) => RowAction[] {
  const addition = useWrite({
    send: (input: { group: string; subject: GroupSubject }) => changeMembership('add', input.group, input.subject),
    success: { title: rowActionsMessages.added },
    failure: rowActionsMessages.addFailed,
    failureIn: 'warning',
    changes: () => [{ topic: 'groups' }],
    getKey: ({ group }) => group,
  });
  const addSubject = async ({ id, name }: GroupRow, subject: GroupSubject) => {
    const result = await addition.send({ group: id, subject: subject });
    if (!result?.ok) return;
    onMembershipChange?.({ added: 1, removed: 0 });
    if (result.result) onMember?.({ id, name }, true);
  };
  return (group) => {
    const actions: RowAction[] = [
      { label: groupListMessages.open, icon: <OpenIcon />, to: `/group/${group.id}`, newTab: true },
      {
        label: groupListMessages.edit,
        icon: <EditIcon />,
        permission: permissionOf<'PUT /similarity/training/v2/group/{id}'>('manage'),
        onClick: () => dialogs.open({ kind: 'edit', group }),
      },
    ];
    if (baseGroup !== undefined && baseGroup !== group.id)
      actions.push({
        label: rowActionsMessages.merge,
        icon: <MergeIcon />,
        permission: permissionOf<'POST /similarity/training/v2/group/{id}/merge-groups'>('manage'),
        onClick: () => dialogs.open({ kind: 'merge', group }),
      });
    if (subject)
      actions.push({
        label: subject.kind === 'image' ? rowActionsMessages.addImage : rowActionsMessages.addObject,
        icon: <AddIcon />,
        permission: permissionOf<'POST /similarity/training/v2/group/{id}/add-images'>('annotate'),
        onClick: () => void addSubject(group, subject),
      });
    return actions;
  };
}
