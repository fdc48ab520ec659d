import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/connection';
import { messages } from '../errors/messages';
import { HttpError } from '../errors';
import type { Scope } from '../access/scope';
import { ANY_REQUEST, isCreationOf, workspaceOf, type Answer } from '../database/item-keys';
import { KEY_HEADER } from './json';

export type { Answer };

/** A write that its sender may repeat. */
export interface KeyedRequest {
  scope: Scope;
  key: string;
  hash: Buffer;
  /** What a creation sends whose like may be an item of a bulk call; null for every other call. */
  asItem: object | null;
}

const LONGEST_KEY = 255;
/** An outbox that was closed for weeks still sends the same keys. */
const KEEP_DAYS = 60;

/** The request's Idempotency-Key with what it is for; null without one. `mayBeItem`: the call has a bulk twin. */
export function keyedRequest(request: FastifyRequest, scope: Scope, mayBeItem: boolean): KeyedRequest | null {
  const header = request.headers[KEY_HEADER];
  if (header === undefined) return null;
  const key = String(header);
  if (key.length === 0 || key.length > LONGEST_KEY) throw new HttpError(400, messages.keyTooLong);
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n${request.bodyHash}`).digest();
  return { scope, key, hash, asItem: mayBeItem ? (request.body as object) : null };
}

/**
 * The answer an earlier request of the same key got, or null. Throws 422 when that was another request, and 404 or 403 when
 * the caller has left the workspace of it meanwhile, or the workspace its service.
 */
export async function storedAnswer(db: Db, { scope, key, hash, asItem }: KeyedRequest): Promise<Answer | null> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer', 'workspace_ids'])
    .where('user_id', '=', scope.caller.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const answer = { status: row.status ?? 200, text: row.answer };
  const isOfItem = row.request_hash.equals(ANY_REQUEST);
  const isRepeat = isOfItem ? asItem !== null && isCreationOf(answer, asItem) : row.request_hash.equals(hash);
  if (!isRepeat) throw new HttpError(422, messages.keyReused);
  for (const id of row.workspace_ids ?? [workspaceOf(answer)]) if (id !== null) scope.requireWorkspace(id);
  return answer;
}

/**
 * Runs `produce` once for a key, inside the transaction of its write: the answer is kept exactly when the write is.
 * A repeat that comes meanwhile waits on the key's row until the first has ended, then gets its answer.
 */
export async function answerOnce(
  trx: Db,
  request: KeyedRequest,
  produce: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { scope, key, hash } = request;
  const userId = scope.caller.id;
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ user_id: userId, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) {
    const answer = await storedAnswer(trx, request);
    if (answer) return { answer, replayed: true };
  }
  const answer = await produce();
  await trx
    .updateTable('idempotency_key')
    .set({ status: answer.status, answer: answer.text, workspace_ids: scope.workspaceIds })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  return { answer, replayed: false };
}

/** Forgets keys that are too old to come again. */
export async function forgetOldKeys(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000);
  await db.deleteFrom('idempotency_key').where('created', '<', before).execute();
}
