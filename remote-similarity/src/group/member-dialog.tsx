import type { GroupDetail } from '@console/shared-contract/api';
import { ConfirmDialog, FormDialog } from '@console/shared-ui/basics';
import { useState } from 'react';
import { GroupFinder, type FoundGroup } from '../forms/group-finder';
import { GroupForm } from '../forms/group-form';
import { messages } from '../messages';
import type { Member } from './members';
import type { MemberWrites } from './use-member-writes';

const words = messages.members;

/** What is asked about the members that are picked. */
export interface OpenMemberDialog {
  what: 'remove' | 'move' | 'new';
  members: readonly Member[];
}

export interface MemberDialogProps {
  group: GroupDetail;
  open: OpenMemberDialog;
  writes: MemberWrites;
  /** The members are where they were meant to be. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks before members are removed, and where they are moved to. */
export function MemberDialog({ group, open: { what, members }, writes, onDone, onClose }: MemberDialogProps) {
  const done = () => {
    onDone();
    onClose();
  };
  if (what === 'remove')
    return (
      <ConfirmDialog
        open
        title={words.removeTitle(members.length)}
        busy={writes.isBusy}
        onConfirm={() => void writes.remove(members).then((isRemoved) => (isRemoved ? done() : onClose()))}
        onCancel={onClose}
      />
    );
  if (what === 'move') return <MoveToGroup {...{ group, members, writes, onClose }} onDone={done} />;
  return (
    <GroupForm
      title={words.moveNewTitle(members.length)}
      submitLabel={words.moveSubmit}
      initialType={group.type?.id}
      onSubmit={async (values) => {
        const refusal = await writes.move(members, { new_group: values });
        if (refusal !== null) return { ok: false, error: refusal, message: refusal };
        onDone();
        return { ok: true, answer: undefined };
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
}: Omit<MemberDialogProps, 'open'> & { members: readonly Member[] }) {
  const [target, setTarget] = useState<FoundGroup | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async () => {
    if (!target) return;
    const refused = await writes.move(members, { to: target.id });
    if (refused === null) onDone();
    else setRefusal(refused);
  };
  return (
    <FormDialog
      open
      title={words.moveTitle(members.length)}
      submitLabel={words.moveTo}
      submitDisabled={target === null}
      busy={writes.isBusy}
      error={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <GroupFinder chosen={target} onPick={setTarget} except={group.id} />
    </FormDialog>
  );
}
