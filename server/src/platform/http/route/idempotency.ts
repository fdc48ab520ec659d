import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection';
import { messages } from '../../errors/messages';
import { HttpError } from '../../errors';
import type { Scope } from '../../access/scope';
import { ANY_REQUEST, isResponseToCreation, getWorkspaceId, type StoredResponse } from '../../database/item-keys';
import { IDEMPOTENCY_KEY_HEADER } from '../body/json';

export type { StoredResponse };

/** A write with an Idempotency-Key, which the client may repeat. */
interface KeyedRequest {
  scope: Scope;
  key: string;
  hash: Buffer;
  /** The body, if an item of a bulk call could create the same row. Null for every other call. */
  bodyAsItem: object | null;
  /** Whether the response contains a secret. It is then not stored, and a repetition is refused. */
  isSecret: boolean;
  /** Whether the call concerns only the account. Its response then has no workspace whose access must be checked. */
  isOfAccount: boolean;
}

const MAX_KEY_LENGTH = 255;
/** Keys are kept this long, because a browser can be closed for weeks before it sends its stored writes with the same keys. */
const RETENTION_DAYS = 60;

/** Reads the request's Idempotency-Key. Returns null without one. `mayBeItem`: a bulk call exists whose items create the same rows. */
export function readKeyedRequest(
  request: FastifyRequest,
  scope: Scope,
  {
    mayBeItem,
    hasPassword,
    ...callTraits
  }: { mayBeItem: boolean; hasPassword: boolean; isSecret: boolean; isOfAccount: boolean },
): KeyedRequest | null {
  const header = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (header === undefined) return null;
  const key = String(header);
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw new HttpError(400, messages.keyTooLong);
  // Leave out a body with a password: a fast hash of the password must not be stored.
  const body = hasPassword ? '' : request.bodyHash;
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest();
  return { scope, key, hash, bodyAsItem: mayBeItem ? (request.body as object) : null, ...callTraits };
}

/**
 * Returns the response to an earlier request with the same key. Throws 422 if the earlier request was different from this one, and 409 if
 * its response contained a secret. Throws 404 or 403 if the caller has lost access to the workspace of the response. Returns null if there
 * is no response. Also returns null for a bulk call that was granted no workspace, because it changed nothing.
 */
export async function findStoredResponse(
  db: Db,
  { scope, key, hash, bodyAsItem, isSecret, isOfAccount }: KeyedRequest,
): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer', 'workspace_ids', 'permissions'])
    .where('user_id', '=', scope.caller.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const response = { status: row.status ?? 200, text: row.answer };
  const isItemKey = row.request_hash.equals(ANY_REQUEST);
  const isRepeat = isItemKey ? bodyAsItem !== null && isResponseToCreation(response, bodyAsItem) : row.request_hash.equals(hash);
  if (!isRepeat) throw new HttpError(422, messages.keyReused);
  if (row.workspace_ids?.length === 0 && !isOfAccount) return null;
  for (const id of row.workspace_ids ?? [getWorkspaceId(response)]) {
    if (id === null) continue;
    scope.requireWorkspace(id);
    for (const permission of row.permissions ?? []) scope.requirePermission(id, permission);
  }
  if (isSecret) throw new HttpError(409, messages.secretNotRepeated);
  return response;
}

/**
 * Runs `createResponse` once per key. The response is stored in the transaction of the write, so both are committed or neither. A concurrent
 * request with the same key waits for the lock on the key's row. It then gets the response of the first request.
 */
export async function respondOnce(
  trx: Db,
  request: KeyedRequest,
  createResponse: () => Promise<StoredResponse>,
): Promise<{ response: StoredResponse; isReplayed: boolean }> {
  const { scope, key, hash, isSecret } = request;
  const userId = scope.caller.id;
  const claimedRow = await trx
    .insertInto('idempotency_key')
    .values({ user_id: userId, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimedRow) {
    const response = await findStoredResponse(trx, request);
    if (response) return { response, isReplayed: true };
  }
  const response = await createResponse();
  await trx
    .updateTable('idempotency_key')
    .set({
      status: response.status,
      answer: isSecret ? null : response.text,
      workspace_ids: scope.workspaceIds,
      permissions: scope.permissions,
    })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  return { response, isReplayed: false };
}

/** Deletes keys that are too old to be repeated. */
export async function deleteOldKeys(db: Db, now = new Date()): Promise<void> {
  const expiryDate = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
  await db.deleteFrom('idempotency_key').where('created', '<', expiryDate).execute();
}
