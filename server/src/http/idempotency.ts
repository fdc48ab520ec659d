import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { messages } from '../errors/messages';
import { HttpError } from '../errors';
import { KEY_HEADER } from './json';

export interface Answer {
  status: number;
  /** JSON text; null for an answer without a body. */
  text: string | null;
}

/** A write that its sender may repeat. */
export interface KeyedRequest {
  userId: string;
  key: string;
  hash: Buffer;
}

const LONGEST_KEY = 255;
/** Stands for any request: the key of a bulk call's item is good for the single call of the same meaning too. */
const ANY_REQUEST = Buffer.alloc(0);
/** An outbox that was closed for weeks still sends the same keys. */
const KEEP_DAYS = 60;

/** The request's Idempotency-Key with what it is for; null without one. */
export function keyedRequest(request: FastifyRequest, userId: string): KeyedRequest | null {
  const header = request.headers[KEY_HEADER];
  if (header === undefined) return null;
  const key = String(header);
  if (key.length === 0 || key.length > LONGEST_KEY) throw new HttpError(400, messages.keyTooLong);
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n${request.bodyHash}`).digest();
  return { userId, key, hash };
}

/** The answer an earlier request of the same key got, or null. Throws 422 when that was another request. */
export async function storedAnswer(db: Db, { userId, key, hash }: KeyedRequest): Promise<Answer | null> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.request_hash.equals(ANY_REQUEST) && !row.request_hash.equals(hash)) throw new HttpError(422, messages.keyReused);
  return { status: row.status ?? 200, text: row.answer };
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
  const { userId, key, hash } = request;
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
    .set({ status: answer.status, answer: answer.text })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  return { answer, replayed: false };
}

/**
 * Takes the keys of a bulk call's items, as `answerOnce` takes a call's. Answers what has been answered under them
 * before, by single calls or by items; a concurrent use of one is waited for.
 */
export async function claimItemKeys(
  trx: Db,
  userId: string,
  keys: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, Answer>> {
  // In one order for all, so that two calls that share keys do not wait for each other.
  const wanted = [...new Set(keys)].filter((key) => key !== undefined).sort();
  if (wanted.length === 0) return new Map();
  const claimed = await sql<{ key: string }>`
    insert into idempotency_key (user_id, key, request_hash)
    select ${userId}::uuid, key, ${ANY_REQUEST} from unnest(${wanted}::text[]) as key
    on conflict do nothing returning key`.execute(trx);
  const mine = new Set(claimed.rows.map((row) => row.key));
  const taken = wanted.filter((key) => !mine.has(key));
  if (taken.length === 0) return new Map();
  const rows = await trx
    .selectFrom('idempotency_key')
    .select(['key', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', 'in', taken)
    .execute();
  return new Map(rows.map(({ key, status, answer }) => [key, { status: status ?? 200, text: answer }]));
}

/** Keeps the answers of items under their keys and lets go of the other keys that were taken: what failed may be tried again. */
export async function keepItemAnswers(
  trx: Db,
  userId: string,
  keys: readonly (string | undefined)[],
  answers: ReadonlyMap<string, Answer>,
): Promise<void> {
  if (keys.every((key) => key === undefined)) return;
  const rows = [...answers].map(([key, { status, text }]) => ({ key, status, answer: text }));
  await sql`
    update idempotency_key k set status = n.status, answer = n.answer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(key text, status smallint, answer text)
    where k.user_id = ${userId}::uuid and k.key = n.key`.execute(trx);
  await sql`
    delete from idempotency_key where user_id = ${userId}::uuid and key = any(${keys.filter((key) => key !== undefined)}::text[])
      and status is null`.execute(trx);
}

/** Forgets keys that are too old to come again. */
export async function forgetOldKeys(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000);
  await db.deleteFrom('idempotency_key').where('created', '<', before).execute();
}
