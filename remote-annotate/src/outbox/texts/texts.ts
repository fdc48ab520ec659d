import { messages } from '../../messages';
import { isShapeEntry, type AttentionItem, type CallEntry, type Person, type SaveState } from '../entries/types';
import { kindOf, writeOf } from '../writes/kinds';

const texts = messages.outbox;

/** The save state in a few words. */
export function saveStateText(state: SaveState): string {
  switch (state.kind) {
    case 'checking':
      return texts.checking;
    case 'saved':
      return texts.saved;
    case 'saving':
      return texts.saving;
    case 'waiting':
      return texts.waiting[state.reason](state.count);
    case 'attention':
      return texts.attention(state.items.length);
  }
}

/** What has happened to an entry that waits for the person. */
export function attentionText(item: AttentionItem): string {
  if (item.problem.type === 'conflict') return item.problem.theirs ? texts.changedByOther : texts.deletedByOther;
  const { detail, by } = item.problem;
  if (!isShapeEntry(item)) return texts.callRefused(refusalOf(item), isOverwriting(item) ? changedBy(by, item) : detail);
  if (item.op === 'create') return texts.createRefused(detail);
  return item.op === 'update' ? texts.updateRefused(detail) : texts.deleteRefused(detail);
}

function changedBy(person: Person | undefined, { userId }: CallEntry): string {
  if (!person) return texts.changedByOther;
  return person.id === userId ? texts.changedElsewhere : texts.changedBy(person.username);
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
