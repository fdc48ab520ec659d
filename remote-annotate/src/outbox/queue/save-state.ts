import type { AttentionItem, Entry, SaveState, WaitReason } from '../entries/types';

function isAttention(entry: Entry): entry is AttentionItem {
  return entry.problem !== null;
}

/**
 * Returns the save state to show for the unsent changes. `waiting` is the reason why the last attempt to send failed. Null if it did not
 * fail.
 */
export function getSaveState(entries: readonly Entry[], waiting: WaitReason | null, durable: boolean): SaveState {
  const items = entries.filter(isAttention);
  const count = entries.length - items.length;
  if (items.length > 0) return { kind: 'attention', items, count, durable };
  if (count === 0) return { kind: 'saved', durable };
  return waiting ? { kind: 'waiting', count, reason: waiting, durable } : { kind: 'saving', count, durable };
}
