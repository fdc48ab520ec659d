import { outboxMessages } from '../entries/outbox-messages';
import { isShapeEntry, type AttentionItem, type CallEntry, type UserReference, type SaveState } from '../entries/types';
import { getWriteKind, getWrite } from '../writes/kinds';

/** Returns a short text for the save state. */
export function describeSaveState(saveState: SaveState): string {
  switch (saveState.kind) {
    case 'checking':
      return outboxMessages.checking;
    case 'saved':
      return outboxMessages.saved;
    case 'saving':
      return outboxMessages.saving;
    case 'waiting':
      return outboxMessages.waiting[saveState.reason](saveState.count);
    case 'attention':
      return outboxMessages.attention(saveState.items.length);
  }
}

/** Describes an entry that waits for the user's decision. */
export function describeAttention(item: AttentionItem): string {
  if (item.problem.type === 'conflict')
    return item.problem.theirs ? outboxMessages.changedByOther : outboxMessages.deletedByOther;
  const { detail, by: userName } = item.problem;
  if (!isShapeEntry(item))
    return outboxMessages.callRefused(
      getRefusalMessage(item),
      doesRetryOverwrite(item) ? describeAuthor(userName, item) : detail,
    );
  if (item.op === 'create') return outboxMessages.createRefused(detail);
  return item.op === 'update' ? outboxMessages.updateRefused(detail) : outboxMessages.deleteRefused(detail);
}

function describeAuthor(author: UserReference | undefined, { userId }: CallEntry): string {
  if (!author) return outboxMessages.changedByOther;
  return author.id === userId ? outboxMessages.changedElsewhere : outboxMessages.changedBy(author.username);
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
