import { newShapeId } from '../../editor/ids';
import { revised } from '../queue/new-entry';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type BulkSeal } from '../types';
import type { Batch } from './batch';
import { bulkItem, MOST_CHARACTERS, type SealedShapeEntry } from './bulk-calls';
import { requestOf } from './seal';

/** Entries that go in one call. */
export interface SealedBulk {
  readonly key: string;
  readonly entries: readonly SealedShapeEntry[];
}

/**
 * Fixes what a bulk call sends: the entries, each with its own request, and the call's key, so that a repeat is the same
 * call. Takes as many as fit. Undefined where what must be in it is gone, waits for the person, or was sent by now.
 */
export async function sealBulk(tx: OutboxTx, { type, ids }: Exclude<Batch, { type: 'single' }>): Promise<SealedBulk | undefined> {
  const entries: SealedShapeEntry[] = [];
  let characters = 0;
  for (const id of ids) {
    const entry = await tx.entry(id);
    const isTaken = !entry || entry.problem !== null || (type === 'bulk' && entry.sealed !== null);
    if (isTaken || !isShapeEntry(entry)) {
      if (type === 'repeat' || entries.length === 0) return undefined;
      break;
    }
    const sealed = { ...entry, sealed: entry.sealed ?? (await requestOf(tx, entry)) };
    characters += JSON.stringify(bulkItem(sealed)).length;
    if (type === 'bulk' && entries.length > 0 && characters > MOST_CHARACTERS) break;
    entries.push(sealed);
  }
  const bulk: BulkSeal = (type === 'repeat' ? entries[0]?.bulk : undefined) ?? { key: newShapeId(), size: entries.length };
  const attempts = entries.map((entry) => ({ ...revised(entry, { attempts: entry.attempts + 1, bulk }), sealed: entry.sealed }));
  for (const attempt of attempts) await tx.put(attempt);
  return { key: bulk.key, entries: attempts };
}

/** Takes the entries out of the call that refused them all: each is sent by its own from now on. */
export async function dissolve(tx: OutboxTx, { entries }: SealedBulk): Promise<void> {
  for (const entry of entries) await tx.put(revised(entry, { bulk: undefined }));
}
