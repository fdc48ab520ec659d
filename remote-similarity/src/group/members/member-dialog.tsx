import type { GroupDetail } from '@console/shared-contract/api';
import { ConfirmDialog, FormDialog } from '@console/shared-ui/basics';
import { useState } from 'react';
import { GroupFinder, type GroupReference } from '@console/shared-ui/choices';
import { GroupForm } from '../../forms/group-form';
import { memberMessages } from '../../group-data/member-messages';
import type { Member } from '../../group-data/members';
import { type FlagChange, type MemberWrites, getFlagName, listMembersToChange } from './use-member-writes';

/** The open dialog for the selected members. */
export type MemberDialogContent = { members: readonly Member[] } & (
  | { action: 'remove' | 'move' | 'new' }
  | { action: 'change-flag'; flagChange: FlagChange }
);

export interface MemberDialogProps {
  group: GroupDetail;
  dialog: MemberDialogContent;
  writes: MemberWrites;
  /** Called after a successful write. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * The dialog for an action on the selected members of a group: marks them as REAL, PRODUCT, TEST or TRAIN, removes them, or moves them to
 * another group or to a new group.
 */
export function MemberDialog({ group, dialog, writes, onDone, onClose }: MemberDialogProps) {
  const { action, members } = dialog;
  const finishAndClose = () => {
    onDone();
    onClose();
  };
  if (action === 'change-flag') {
    const name = getFlagName(dialog.flagChange);
    const count = listMembersToChange(members, dialog.flagChange).length;
    return (
      <ConfirmDialog
        title={count === 0 ? memberMessages.markedAlready(name) : memberMessages.markTitle(count, name)}
        confirmLabel={memberMessages.markSubmit(name)}
        danger={false}
        busy={writes.isBusy}
        onConfirm={() =>
          void writes.changeFlag(members, dialog.flagChange).then((isChanged) => (isChanged ? finishAndClose() : onClose()))
        }
        onCancel={onClose}
      >
        {memberMessages.markText}
      </ConfirmDialog>
    );
  }
  if (action === 'remove')
    return (
      <ConfirmDialog
        title={memberMessages.removeTitle(members.length)}
        busy={writes.isBusy}
        onConfirm={() => void writes.remove(members).then((isRemoved) => (isRemoved ? finishAndClose() : onClose()))}
        onCancel={onClose}
      />
    );
  if (action === 'move')
    return <MoveToGroup group={group} members={members} writes={writes} onClose={onClose} onDone={finishAndClose} />;
  return (
    <GroupForm
      title={memberMessages.moveNewTitle(members.length)}
      submitLabel={memberMessages.moveSubmit}
      initialType={group.type?.id}
      onSubmit={async (values) => {
        const failure = await writes.move(members, { new_group: values });
        if (failure !== null) return { ok: false, error: failure, message: failure };
        onDone();
        return { ok: true, result: undefined };
      }}
      onClose={onClose}
    />
  );
}

function MoveToGroup({
  group,
  members,
  writes,
  onDone,
  onClose,
}: Omit<MemberDialogProps, 'dialog'> & { members: readonly Member[] }) {
  const [target, setTarget] = useState<GroupReference | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const submitMove = async () => {
    if (!target) return;
    const failureMessage = await writes.move(members, { to: target.id });
    if (failureMessage === null) onDone();
    else setFailure(failureMessage);
  };
  return (
    <FormDialog
      title={memberMessages.moveTitle(members.length)}
      submitLabel={memberMessages.moveTo}
      submitDisabled={target === null}
      busy={writes.isBusy}
      error={failure}
      onSubmit={(event) => {
        event.preventDefault();
        void submitMove();
      }}
      onClose={onClose}
    >
      <GroupFinder selected={target} onPick={setTarget} excludedId={group.id} />
    </FormDialog>
  );
}
