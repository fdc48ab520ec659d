import { newShapeId } from '../../editor/model/ids';
import { revise } from '../queue/new-entry';
import type { OutboxTx } from '../store/port';
import { isShapeEntry, type BulkSeal } from '../entries/types';
import type { Batch } from './batch';
import { toBulkItem, MAX_BULK_CHARACTERS, type SealedShapeEntry } from './bulk-calls';
import { buildRequest } from '../queue/seal';

/** Entries that are sent in one call. */
export interface SealedBulk {
  readonly key: string;
  readonly entries: readonly SealedShapeEntry[];
}

/**
 * Stores the requests and the key of a bulk call before it is sent, so that a repeat is identical. Includes as many entries as fit into a
 * call. Returns undefined if the first entry (in a repeat: any entry) has been deleted, has been sent alone, or waits for the user's
 * decision.
 */
export async function sealBulk(tx: OutboxTx, { type, ids }: Exclude<Batch, { type: 'single' }>): Promise<SealedBulk | undefined> {
  const entries: SealedShapeEntry[] = [];
  let characters = 0;
  for (const id of ids) {
    const entry = await tx.getEntry(id);
    const isUnavailable = !entry || entry.problem !== null || (type === 'bulk' && entry.sealed !== null);
    if (isUnavailable || !isShapeEntry(entry)) {
      if (type === 'repeat' || entries.length === 0) return undefined;
      break;
    }
    const sealedEntry = { ...entry, sealed: entry.sealed ?? (await buildRequest(tx, entry)) };
    characters += JSON.stringify(toBulkItem(sealedEntry)).length;
    if (type === 'bulk' && entries.length > 0 && characters > MAX_BULK_CHARACTERS) break;
    entries.push(sealedEntry);
  }
  const bulk: BulkSeal = (type === 'repeat' ? entries[0]?.bulk : undefined) ?? { key: newShapeId(), size: entries.length };
  const attempts = entries.map((entry) => ({ ...revise(entry, { attempts: entry.attempts + 1, bulk }), sealed: entry.sealed }));
  for (const attempt of attempts) await tx.put(attempt);
  return { key: bulk.key, entries: attempts };
}

/** Removes the entries from a rejected bulk call. Afterwards, each entry is sent with its own call. */
export async function splitBulk(tx: OutboxTx, { entries }: SealedBulk): Promise<void> {
  for (const entry of entries) await tx.put(revise(entry, { bulk: undefined }));
}
