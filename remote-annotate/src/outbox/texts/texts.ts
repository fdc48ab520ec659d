import { outboxMessages } from '../entries/outbox-messages';
import { isShapeEntry, type AttentionItem, type CallEntry, type Person, type SaveState } from '../entries/types';
import { kindOf, writeOf } from '../writes/kinds';

/** The save state in a few words. */
export function saveStateText(state: SaveState): string {
  switch (state.kind) {
    case 'checking':
      return outboxMessages.checking;
    case 'saved':
      return outboxMessages.saved;
    case 'saving':
      return outboxMessages.saving;
    case 'waiting':
      return outboxMessages.waiting[state.reason](state.count);
    case 'attention':
      return outboxMessages.attention(state.items.length);
  }
}

/** What has happened to an entry that waits for the person. */
export function attentionText(item: AttentionItem): string {
  if (item.problem.type === 'conflict')
    return item.problem.theirs ? outboxMessages.changedByOther : outboxMessages.deletedByOther;
  const { detail, by } = item.problem;
  if (!isShapeEntry(item)) return outboxMessages.callRefused(refusalOf(item), isOverwriting(item) ? changedBy(by, item) : detail);
  if (item.op === 'create') return outboxMessages.createRefused(detail);
  return item.op === 'update' ? outboxMessages.updateRefused(detail) : outboxMessages.deleteRefused(detail);
}

function changedBy(person: Person | undefined, { userId }: CallEntry): string {
  if (!person) return outboxMessages.changedByOther;
  return person.id === userId ? outboxMessages.changedElsewhere : outboxMessages.changedBy(person.username);
}

function refusalOf(item: CallEntry): string {
  const write = writeOf(item);
  return write ? kindOf(write).refusal(write) : item.title;
}

/** Whether a retry would overwrite what somebody else has written meanwhile. */
export function isOverwriting(item: AttentionItem): boolean {
  if (isShapeEntry(item) || item.problem.type !== 'rejected' || item.problem.status !== 409) return false;
  const write = writeOf(item);
  return write !== null && kindOf(write).overwrite !== undefined;
}
