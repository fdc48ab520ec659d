import { messages } from '../messages';
import { isShapeEntry, type AttentionItem, type SaveState } from './types';

const texts = messages.outbox;

/** The save state in a few words. */
export function saveStateText(state: SaveState): string {
  switch (state.kind) {
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
  const { detail } = item.problem;
  if (!isShapeEntry(item)) return texts.callRefused(item.title, detail);
  if (item.op === 'create') return item.kind === 'object' ? texts.objectRefused(detail) : texts.createRefused(detail);
  return item.op === 'update' ? texts.updateRefused(detail) : texts.deleteRefused(detail);
}
