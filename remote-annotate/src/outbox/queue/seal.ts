import type { ShapeId } from '../../editor/model/types';
import { revise } from './new-entry';
import type { OutboxTx } from '../store/port';
import { getCall } from '../writes/kinds';
import { isShapeEntry, type Entry, type ServerRef, type ShapeEntry, type StoredCall } from '../entries/types';
import { isRecord } from '../entries/is-record';
import type { TargetRow } from '../entries/shape-calls';
import { getShapeCalls } from '../../shape-kinds/kind-calls';

/** A stored change with the request that is about to be sent. */
export type SealedEntry = Entry & { readonly sealed: StoredCall };

/**
 * Stores the request of an entry before the first attempt, because every repeat under the same idempotency key must be identical.
 * Returns undefined if the entry was deleted or waits for the user's decision.
 */
export async function seal(tx: OutboxTx, id: string): Promise<SealedEntry | undefined> {
  const entry = await tx.getEntry(id);
  if (!entry || entry.problem) return undefined;
  const sealedCall = entry.sealed ?? (await buildRequest(tx, entry));
  // `revise` returns a changed copy of the entry with the next revision number.
  const attempt = { ...revise(entry, { attempts: entry.attempts + 1 }), sealed: sealedCall };
  await tx.put(attempt);
  return attempt;
}

/** Creates the request of an entry. */
export async function buildRequest(tx: OutboxTx, entry: Entry): Promise<StoredCall> {
  if (isShapeEntry(entry)) return buildShapeCall(entry, getTargetRow(entry, await tx.getRef(entry.shapeId)));
  const call = getCall(entry);
  const ids = await readServerIds(tx, call, entry.shapeId);
  const { key, params, query, body } = call;
  return {
    key,
    params: params && (replaceIds(params, ids) as StoredCall['params']),
    query: query && (replaceIds(query, ids) as StoredCall['query']),
    body: replaceIds(body, ids),
  };
}

/** Creates the request for a change of a shape. */
function buildShapeCall({ op, kind, imageId, before, after }: ShapeEntry, target: TargetRow): StoredCall {
  const calls = getShapeCalls(kind, imageId);
  if (op === 'delete' || !after) return calls.toDelete(target.serverId);
  if (op === 'create') return calls.toCreate(after, imageId);
  return calls.toUpdate({ imageId, before, after }, target);
}

/**
 * Returns the server row of a shape. `ref` is the row that an earlier request has created for the shape. Without `ref`, the function
 * returns the row that the shape was loaded from. The version of another row is ignored, because a row that is created again starts with
 * version 1.
 */
export function getTargetRow({ shapeId, before }: ShapeEntry, ref: ServerRef | undefined): TargetRow {
  const serverId = ref?.serverId ?? before?.serverId ?? shapeId;
  const knownVersion = before && (before.serverId ?? shapeId) === serverId ? before.version : undefined;
  const version = Math.max(knownVersion ?? -1, ref?.version ?? -1);
  return version < 0 ? { serverId } : { serverId, version };
}

async function readServerIds(tx: OutboxTx, call: StoredCall, shapeId: ShapeId | null): Promise<ReadonlyMap<string, string>> {
  const strings = new Set<string>(shapeId ? [shapeId] : []);
  collectStrings([call.params, call.query, call.body], strings);
  const ids = new Map<string, string>();
  for (const text of strings) {
    const ref = await tx.getRef(text);
    if (ref) ids.set(text, ref.serverId);
  }
  return ids;
}

function collectStrings(value: unknown, strings: Set<string>): void {
  if (typeof value === 'string') strings.add(value);
  else if (Array.isArray(value)) value.forEach((element) => collectStrings(element, strings));
  else if (isRecord(value)) Object.values(value).forEach((element) => collectStrings(element, strings));
}

/** Replaces local ids with server ids in a JSON value. Other strings cannot match, because local ids are UUIDs. */
function replaceIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((element) => replaceIds(element, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceIds(item, ids)]));
}
