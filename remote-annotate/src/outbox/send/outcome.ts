import { WORKSPACE_NOT_FOUND } from '@console/shared-contract/roles';
import { getWriteKind, getWrite } from '../writes/kinds';
import type { Write } from '../entries/write';
import {
  type CallEntry,
  type Entry,
  type UserReference,
  type ShapeEntry,
  type StoredCall,
  type ServerShape,
  isShapeEntry,
} from '../entries/types';
import { hasSameContent } from '../entries/content';
import { shapeFromRow } from '../../shape-kinds/kind-calls';
import { isRecord } from '../entries/is-record';

/** Sends a call. Rejects with an error that `readFailure` can read, or with another error if the call could not be sent. */
export type Send = (
  call: StoredCall,
  options: { readonly workspaceId: string; readonly idempotencyKey?: string; readonly signal: AbortSignal },
) => Promise<unknown>;

/** The outcome of an attempt to send an entry. */
export type Outcome =
  | { readonly kind: 'done'; readonly response: unknown }
  /** A deleted row was restored. */
  | { readonly kind: 'restored'; readonly response: unknown }
  /** The row to restore no longer exists. */
  | { readonly kind: 'missing' }
  /**
   * The attempt failed for a reason that the entry did not cause, so it is repeated. `affectsAll`: other entries would also fail now.
   * `isFull`: the server is out of disk space.
   */
  | { readonly kind: 'retry'; readonly affectsAll: boolean; readonly offline: boolean; readonly isFull?: boolean }
  /** The entry was rejected, but is sent once more after other entries, before the user must decide. */
  | { readonly kind: 'repeat'; readonly afterMs: number }
  /** The entry must be sent again as a different request. */
  | { readonly kind: 'rewrite'; readonly write: Write }
  | { readonly kind: 'no-session' }
  /** Only the version is outdated: the content on which the entry is based is unchanged. */
  | { readonly kind: 'rebase'; readonly version: number }
  | { readonly kind: 'conflict'; readonly theirs: ServerShape; readonly by?: UserReference }
  | { readonly kind: 'rejected'; readonly status: number; readonly detail: string; readonly by?: UserReference };

export interface Failure {
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly detail: string;
  readonly body: unknown;
}

const TRANSIENT_STATUSES = new Set([408, 425, 429, 502, 503, 504]);
/** Number of attempts after which other entries are sent first. The entry itself may be the cause of the server errors. */
const ATTEMPTS_BEFORE_OTHERS = 3;
/** Delay before a rejected write is retried, in milliseconds, multiplied by the number of the attempt. */
const REPEAT_MS = 500;

/**
 * Reads an error of the API client by its fields, because the outbox does not depend on a particular client.
 * Returns null for other errors.
 */
export function readFailure(error: unknown): Failure | null {
  if (!isRecord(error) || typeof error.status !== 'number') return null;
  return { status: error.status, detail: typeof error.detail === 'string' ? error.detail : '', body: error.body };
}

/** Classifies a failed call without regard to the kind of entry. */
export function classifyError({ attempts }: Pick<Entry, 'attempts'>, error: unknown): Outcome {
  const failure = readFailure(error);
  if (!failure) return { kind: 'rejected', status: 0, detail: error instanceof Error ? error.message : String(error) };
  const { status, detail, body } = failure;
  if (status === 401) return { kind: 'no-session' };
  if (status === 0) return { kind: 'retry', affectsAll: true, offline: true };
  if (isRecord(body) && body.code === 'out_of_space') return { kind: 'retry', affectsAll: true, offline: false, isFull: true };
  // The user is not a member of the workspace. Keep the entry until the user is a member again.
  if (status === 404 && detail === WORKSPACE_NOT_FOUND) return { kind: 'retry', affectsAll: true, offline: false };
  if (TRANSIENT_STATUSES.has(status)) return { kind: 'retry', affectsAll: true, offline: false };
  if (status >= 500) return { kind: 'retry', affectsAll: attempts < ATTEMPTS_BEFORE_OTHERS, offline: false };
  return { kind: 'rejected', status, detail };
}

/** Classifies a failed attempt of an entry. If a 409 response does not contain the current row, `readRow` fetches the row. */
export async function classifyFailure(
  entry: Entry & { sealed: StoredCall },
  error: unknown,
  readRow: () => Promise<unknown>,
): Promise<Outcome> {
  const outcome = classifyError(entry, error);
  const failure = readFailure(error);
  if (outcome.kind !== 'rejected' || !failure) return outcome;
  const { status, body } = failure;
  if (status === 404 && entry.sealed.key.startsWith('DELETE ')) return { kind: 'done', response: null };
  if (isShapeEntry(entry) && entry.op === 'update' && status === 404)
    return { kind: 'conflict', theirs: null, ...readChangedBy(isRecord(body) ? body : {}) };
  if (isShapeEntry(entry) && entry.op === 'update' && status === 409)
    return classifyStaleUpdate(entry, isRecord(body) ? body : {}, readRow);
  return isShapeEntry(entry) ? outcome : (classifyRejectedWrite(entry, failure) ?? outcome);
}

/** Classifies a rejection based on the kind of write. Returns null if the rejection is final. */
function classifyRejectedWrite(entry: CallEntry, { status, detail, body }: Failure): Outcome | null {
  const write = getWrite(entry);
  if (!write) return null;
  const { isAlreadyApplied, resolveStale, maxRepeats = 0 } = getWriteKind(write);
  if (isAlreadyApplied?.(write, status)) return { kind: 'done', response: null };
  if (status === 409 && resolveStale) {
    const result = resolveStale(write, isRecord(body) ? body.current : undefined);
    if (result === 'done') return { kind: 'done', response: null };
    if (result === 'conflict') return { kind: 'rejected', status, detail, ...readChangedBy(isRecord(body) ? body : {}) };
    return { kind: 'rewrite', write: result };
  }
  return entry.attempts <= maxRepeats ? { kind: 'repeat', afterMs: REPEAT_MS * entry.attempts } : null;
}

async function classifyStaleUpdate(
  entry: ShapeEntry,
  body: Readonly<Record<string, unknown>>,
  readRow: () => Promise<unknown>,
): Promise<Outcome> {
  const row = shapeFromRow(entry.kind, body.current) ?? (await fetchCurrentRow(entry, readRow));
  if (row === 'deleted') return { kind: 'conflict', theirs: null };
  if (row === 'unknown') return { kind: 'retry', affectsAll: true, offline: false };
  // The row already has the new content: the response of an earlier attempt was lost, or another user has made the same change.
  if (entry.after && hasSameContent(row, entry.after))
    return { kind: 'done', response: { id: row.serverId, version: row.version } };
  if (row.version === undefined || row.version === getSentVersion(entry))
    return { kind: 'retry', affectsAll: false, offline: false };
  // Adding a recognition label increments the version of the object, but changes no field that this entry writes.
  if (entry.before && hasSameContent(row, entry.before)) return { kind: 'rebase', version: row.version };
  return { kind: 'conflict', theirs: row, ...readChangedBy(body) };
}

function readChangedBy({ changed_by: changedBy }: Readonly<Record<string, unknown>>): { by?: UserReference } {
  if (!isRecord(changedBy) || typeof changedBy.id !== 'string' || typeof changedBy.username !== 'string') return {};
  return { by: { id: changedBy.id, username: changedBy.username } };
}

async function fetchCurrentRow(entry: ShapeEntry, readRow: () => Promise<unknown>) {
  try {
    return shapeFromRow(entry.kind, await readRow()) ?? 'unknown';
  } catch (error) {
    return readFailure(error)?.status === 404 ? 'deleted' : 'unknown';
  }
}

function getSentVersion({ sealed }: ShapeEntry): number | undefined {
  return isRecord(sealed?.body) && typeof sealed.body.version === 'number' ? sealed.body.version : undefined;
}
