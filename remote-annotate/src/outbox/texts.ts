import { messages } from '../messages';
import { isShapeEntry, type AttentionItem, type CallEntry, type UserReference, type SaveState } from './types';
import { getWriteKind, getWrite } from './writes/kinds';

const texts = messages.outbox;

/** Returns a short text for the save state. */
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

/** Describes an entry that waits for the user's decision. */
export function attentionText(item: AttentionItem): string {
  if (item.problem.type === 'conflict') return item.problem.theirs ? texts.changedByOther : texts.deletedByOther;
  const { detail, by } = item.problem;
  if (!isShapeEntry(item))
    return texts.callRefused(getRefusalMessage(item), doesRetryOverwrite(item) ? describeAuthor(by, item) : detail);
  if (item.op === 'create') return texts.createRefused(detail);
  return item.op === 'update' ? texts.updateRefused(detail) : texts.deleteRefused(detail);
}

function describeAuthor(author: UserReference | undefined, { userId }: CallEntry): string {
  if (!author) return texts.changedByOther;
  return author.id === userId ? texts.changedElsewhere : texts.changedBy(author.username);
}

function getRefusalMessage(item: CallEntry): string {
  const write = getWrite(item);
  return write ? getWriteKind(write).refusalMessage(write) : item.title;
}

/** Whether a retry would overwrite a newer change by another user. */
export function doesRetryOverwrite(item: AttentionItem): boolean {
  if (isShapeEntry(item) || item.problem.type !== 'rejected' || item.problem.status !== 409) return false;
  const write = getWrite(item);
  return write !== null && getWriteKind(write).overwrite !== undefined;
}
