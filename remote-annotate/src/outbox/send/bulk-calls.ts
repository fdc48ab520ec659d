import type { ShapeKind } from '../../editor/model/types';
import type { ShapeEntry, StoredCall } from '../entries/types';
import { isRecord } from '../entries/is-record';
import { getShapeCalls } from '../../shape-kinds/kind-calls';

/** A stored change of a shape with its request, which must be the same in each attempt. */
export type SealedShapeEntry = ShapeEntry & { readonly sealed: StoredCall };

/** The result of one item of a bulk call, with the response or error of the equivalent single call. */
export interface BulkResult {
  readonly status: number;
  readonly row?: unknown;
  readonly detail?: string;
}

/** Maximum number of characters of all items in one call. The API accepts 5 MB, but smaller calls also work on slow connections. */
export const MAX_BULK_CHARACTERS = 500_000;

export function buildBulkCall(kind: ShapeKind, entries: readonly SealedShapeEntry[]): StoredCall {
  return { key: getShapeCalls(kind).bulkKey, body: { items: entries.map(toBulkItem) } };
}

/**
 * Converts the request of an entry to an item of a bulk call. Creations and restorations contain the entry's own idempotency key. If a
 * release without bulk calls sends the entry again, the server treats this as a repeat and does not create a second row.
 */
export function toBulkItem({ op, key, restores, sealed: { params, body } }: SealedShapeEntry): Record<string, unknown> {
  const fields = isRecord(body) ? body : {};
  if (op === 'delete') return { op, id: params?.id };
  if (op === 'update') return { op: 'change', id: params?.id, ...fields };
  return restores?.serverId === undefined ? { op, key, ...fields } : { op: 'restore', id: restores.serverId, key };
}

/** Returns the results of a bulk call in the order of its items, or null if the response is not valid. */
export function readBulkResults(response: unknown, size: number): readonly BulkResult[] | null {
  if (!isRecord(response) || !Array.isArray(response.results) || response.results.length !== size) return null;
  const results: readonly unknown[] = response.results;
  return results.every(isResult) ? results : null;
}

function isResult(value: unknown): value is BulkResult {
  return isRecord(value) && typeof value.status === 'number';
}
