import type { GroupDetail } from '@console/shared-contract/api';
import { ConfirmDialog, FormDialog } from '@console/shared-ui/basics';
import { useState } from 'react';
import { GroupFinder, type FoundGroup } from '../forms/group-finder';
import { GroupForm } from '../forms/group-form';
import { messages } from '../messages';
import type { Member } from './members';
import { type MemberMark, type MemberWrites, nameOf, unlike } from './use-member-writes';

const words = messages.members;

/** What is asked about the members that are picked. */
export type OpenMemberDialog = { members: readonly Member[] } & (
  { what: 'remove' | 'move' | 'new' } | { what: 'mark'; mark: MemberMark }
);

export interface MemberDialogProps {
  group: GroupDetail;
  open: OpenMemberDialog;
  writes: MemberWrites;
  /** The members are where they were meant to be. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks before members are removed, and where they are moved to. */
export function MemberDialog({ group, open, writes, onDone, onClose }: MemberDialogProps) {
  const { what, members } = open;
  const done = () => {
    onDone();
    onClose();
  };
  if (what === 'mark') {
    const name = nameOf(open.mark);
    const count = unlike(members, open.mark).length;
    return (
      <ConfirmDialog
        open
        title={count === 0 ? words.markedAlready(name) : words.markTitle(count, name)}
        confirmLabel={words.markSubmit(name)}
        danger={false}
        busy={writes.isBusy}
        onConfirm={() => void writes.mark(members, open.mark).then((isMarked) => (isMarked ? done() : onClose()))}
        onCancel={onClose}
      >
        {words.markText}
      </ConfirmDialog>
    );
  }
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
