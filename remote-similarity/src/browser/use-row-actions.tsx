import type { GroupRow } from '@console/shared-contract/api';
import { api } from '@console/shared-auth';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { AddIcon, ConfirmDialog, describeError, MergeIcon, OpenIcon, useNotify } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { useState, type ReactNode } from 'react';
import { changeMembership, refreshGroups } from '../membership/membership.queries';
import { messages } from '../messages';

const words = messages.rowActions;

/** What can be done with a row, by the contexts that the browser was given; `dialog` stands beside the table. */
export function useRowActions({ subject, baseGroup, onMembershipChange, onMerged }: Omit<GroupsBrowserProps, 'job'>): {
  actionsOf: (group: GroupRow) => RowAction[];
  dialog: ReactNode;
} {
  const notify = useNotify();
  const [merged, setMerged] = useState<GroupRow | null>(null);
  const [isBusy, setBusy] = useState(false);

  const addSubject = async (group: GroupRow) => {
    if (!subject) return;
    try {
      await changeMembership('add', group.id, subject);
    } catch (error) {
      notify.warning({ title: words.addFailed, text: describeError(error) });
      return;
    }
    notify.success({ title: words.added });
    void refreshGroups();
    onMembershipChange?.({ added: 1, removed: 0 });
  };
  const merge = async (group: GroupRow, into: string) => {
    setBusy(true);
    try {
      await api.call('POST /similarity/training/v2/group/{id}/merge-groups', {
        params: { id: into },
        body: { groups: [group.id] },
      });
      void refreshGroups();
      onMerged?.(group.id);
    } catch (error) {
      notify.warning({ title: words.mergeFailed, text: describeError(error) });
    } finally {
      setBusy(false);
      setMerged(null);
    }
  };

  const actionsOf = (group: GroupRow): RowAction[] => {
    const actions: RowAction[] = [{ label: messages.groups.open, icon: <OpenIcon />, to: `/group/${group.id}`, newTab: true }];
    if (baseGroup !== undefined && baseGroup !== group.id)
      actions.push({ label: words.merge, icon: <MergeIcon />, onClick: () => setMerged(group) });
    if (subject)
      actions.push({
        label: subject.kind === 'image' ? words.addImage : words.addObject,
        icon: <AddIcon />,
        onClick: () => void addSubject(group),
      });
    return actions;
  };
  const dialog = merged && baseGroup !== undefined && (
    <ConfirmDialog
      open
      title={words.mergeTitle}
      confirmLabel={words.merge}
      busy={isBusy}
      onConfirm={() => void merge(merged, baseGroup)}
      onCancel={() => setMerged(null)}
    >
      {words.mergeText(merged.name)}
    </ConfirmDialog>
  );
  return { actionsOf, dialog };
}
