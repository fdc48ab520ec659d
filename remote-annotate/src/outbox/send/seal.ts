import type { ShapeId } from '../../editor/types';
import { revised } from '../queue/new-entry';
import type { OutboxTx } from '../store/port';
import { callOf } from '../writes/kinds';
import { isShapeEntry, type Entry, type ServerRef, type ShapeEntry, type StoredCall } from '../types';
import { isRecord } from './rows';
import { shapeCall, type Target } from './shape-calls';

/** An entry that is about to be sent. */
export type SealedEntry = Entry & { readonly sealed: StoredCall };

/**
 * Fixes what the entry sends, before it is first sent: a repeat under the same idempotency key must be the same request.
 * Undefined if the entry is gone or waits for the person by now.
 */
export async function seal(tx: OutboxTx, id: string): Promise<SealedEntry | undefined> {
  const entry = await tx.entry(id);
  if (!entry || entry.problem) return undefined;
  const sealed = entry.sealed ?? (await requestOf(tx, entry));
  const attempt = { ...revised(entry, { attempts: entry.attempts + 1 }), sealed };
  await tx.put(attempt);
  return attempt;
}

/** The request that the entry stands for. */
export async function requestOf(tx: OutboxTx, entry: Entry): Promise<StoredCall> {
  if (isShapeEntry(entry)) return shapeCall(entry, targetOf(entry, await tx.ref(entry.shapeId)));
  const call = callOf(entry);
  const ids = await serverIds(tx, call, entry.shapeId);
  const { key, params, query, body } = call;
  return {
    key,
    params: params && (withServerIds(params, ids) as StoredCall['params']),
    query: query && (withServerIds(query, ids) as StoredCall['query']),
    body: withServerIds(body, ids),
  };
}

/**
 * The row of a shape: the one its creation was answered with, else the one it was loaded from.
 * A version counts only for its own row: a shape that was deleted and drawn again is another row from version 1 on.
 */
export function targetOf({ shapeId, before }: ShapeEntry, ref: ServerRef | undefined): Target {
  const serverId = ref?.serverId ?? before?.serverId ?? shapeId;
  const seen = before && (before.serverId ?? shapeId) === serverId ? before.version : undefined;
  const version = Math.max(seen ?? -1, ref?.version ?? -1);
  return version < 0 ? { serverId } : { serverId, version };
}

async function serverIds(tx: OutboxTx, call: StoredCall, shapeId: ShapeId | null): Promise<ReadonlyMap<string, string>> {
  const strings = new Set<string>(shapeId ? [shapeId] : []);
  collectStrings([call.params, call.query, call.body], strings);
  const found = new Map<string, string>();
  for (const text of strings) {
    const ref = await tx.ref(text);
    if (ref) found.set(text, ref.serverId);
  }
  return found;
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (Array.isArray(value)) value.forEach((item) => collectStrings(item, into));
  else if (isRecord(value)) Object.values(value).forEach((item) => collectStrings(item, into));
}

/** Puts server ids in the place of ids made here; both are UUIDs, so that nothing else can be meant. */
function withServerIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withServerIds(item, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withServerIds(item, ids)]));
}
