import type { ApiCallKey } from '@console/shared-contract/api';
import type { ShapeKind } from '../../editor/types';
import type { ShapeEntry, StoredCall } from '../types';
import { isRecord } from './rows';

/** A shape's entry with its own request. */
export type SealedShapeEntry = ShapeEntry & { readonly sealed: StoredCall };

/** What one item of a bulk call came to, with the single call's answer or error. */
export interface BulkResult {
  readonly status: number;
  readonly row?: unknown;
  readonly detail?: string;
}

/** Characters of a call's items. The API takes bodies of 5 MB; a call of a tenth of that gets through a slow line too. */
export const MOST_CHARACTERS = 500_000;

const BULK_CALLS = {
  object: 'POST /detection/v2/object/bulk',
  polygon: 'POST /segmentation/v2/polygon/bulk',
  point: 'POST /annotate/v2/point/bulk',
} as const satisfies Readonly<Record<ShapeKind, ApiCallKey>>;

/** The name of a kind's bulk call. */
export function bulkKey(kind: ShapeKind): ApiCallKey {
  return BULK_CALLS[kind];
}

export function bulkCall(kind: ShapeKind, entries: readonly SealedShapeEntry[]): StoredCall {
  return { key: bulkKey(kind), body: { items: entries.map(bulkItem) } };
}

/**
 * An entry's item: its single request in the form of the bulk call. Whatever makes or brings back a row carries the entry's
 * own key, under which the single call is then a repeat of the item: a release that knows no bulk calls makes no second row.
 */
export function bulkItem({ op, key, restores, sealed: { params, body } }: SealedShapeEntry): Record<string, unknown> {
  const fields = isRecord(body) ? body : {};
  if (op === 'delete') return { op, id: params?.id };
  if (op === 'update') return { op: 'change', id: params?.id, ...fields };
  return restores?.serverId === undefined ? { op, key, ...fields } : { op: 'restore', id: restores.serverId, key };
}

/** The results of a bulk call in the order of its items, or null where the answer is none. */
export function resultsOf(answer: unknown, size: number): readonly BulkResult[] | null {
  if (!isRecord(answer) || !Array.isArray(answer.results) || answer.results.length !== size) return null;
  const results: readonly unknown[] = answer.results;
  return results.every(isResult) ? results : null;
}

function isResult(value: unknown): value is BulkResult {
  return isRecord(value) && typeof value.status === 'number';
}
