import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from './connection';

/** What a write was answered. */
export interface Answer {
  status: number;
  /** JSON text; null for an answer without a body. */
  text: string | null;
}

/** In place of a request's hash: the key of a bulk call's item is good for the single call of the same meaning too. */
export const ANY_REQUEST = Buffer.alloc(0);

/**
 * Whether an answer is to a creation with these fields: the row has them all, which no other kind's has, with these values.
 * Unlike a hash of the request this holds between an item and a single call, and for answers that releases before have kept.
 */
export function isCreationOf({ status, text }: Answer, fields: object): boolean {
  const row: unknown = text === null ? null : JSON.parse(text);
  if (typeof row !== 'object' || row === null) return false;
  const held = new Map(Object.entries(row));
  const sent = Object.entries(JSON.parse(JSON.stringify(fields)) as object).filter(([name]) => name !== 'workspace');
  // What was restored under the key may have changed since it was drawn: there the kind has to do.
  return sent.every(([name, value]) => held.has(name) && (status !== 201 || isValue(held.get(name), value)));
}

/** A row holds the rows that it names as objects, of which a creation sends the id. */
function isValue(held: unknown, sent: unknown): boolean {
  if (isDeepStrictEqual(held, sent)) return true;
  return typeof sent === 'string' && typeof held === 'object' && held !== null && 'id' in held && held.id === sent;
}

/** The workspace of the row in an answer; null where it holds none. */
export function workspaceOf({ text }: Answer): string | null {
  const row: unknown = text === null ? null : JSON.parse(text);
  if (typeof row !== 'object' || row === null || !('workspace' in row)) return null;
  return typeof row.workspace === 'string' ? row.workspace : null;
}

/**
 * Takes the keys of a bulk call's items, as the binder takes a call's. Answers what has been answered under them
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
