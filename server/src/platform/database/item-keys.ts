import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from './connection';

/** The stored response to a write. */
export interface StoredResponse {
  status: number;
  /** JSON text. Null for a response without a body. */
  text: string | null;
}

/**
 * Stored instead of the request hash for items of bulk calls. The key of an item is therefore also accepted in a single call that creates
 * the item.
 */
export const ANY_REQUEST = Buffer.alloc(0);

/**
 * Whether a response belongs to a creation with these fields: its row must contain the fields with the same values. Unlike hashes of
 * requests, this comparison works between bulk items and single calls, and for responses stored by older releases.
 */
export function isResponseToCreation({ status, text }: StoredResponse, fields: object): boolean {
  const row: unknown = text === null ? null : JSON.parse(text);
  if (typeof row !== 'object' || row === null) return false;
  const rowFields = new Map(Object.entries(row));
  const sentFields = Object.entries(JSON.parse(JSON.stringify(fields)) as object).filter(([name]) => name !== 'workspace');
  // A status other than 201 means that a deleted row was restored. It may have changed since its creation, so only the names of
  // the fields are compared.
  return sentFields.every(
    ([name, value]) => rowFields.has(name) && (status !== 201 || equalsSentValue(rowFields.get(name), value)),
  );
}

/** Compares values. A row contains a referenced row as an object, whereas a creation sends its id. */
function equalsSentValue(storedValue: unknown, sentValue: unknown): boolean {
  if (isDeepStrictEqual(storedValue, sentValue)) return true;
  return (
    typeof sentValue === 'string' &&
    typeof storedValue === 'object' &&
    storedValue !== null &&
    'id' in storedValue &&
    storedValue.id === sentValue
  );
}

/** Returns the workspace of the row in a response. Null if the response contains none. */
export function getWorkspaceId({ text }: StoredResponse): string | null {
  const row: unknown = text === null ? null : JSON.parse(text);
  if (typeof row !== 'object' || row === null || !('workspace' in row)) return null;
  return typeof row.workspace === 'string' ? row.workspace : null;
}

/**
 * Claims the idempotency keys of a bulk call's items. Returns the stored responses of keys that were already used, by a single
 * call or by another item. Waits for concurrent uses of the same keys.
 */
export async function claimItemKeys(
  trx: Db,
  userId: string,
  keys: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, StoredResponse>> {
  // A fixed order of locks prevents deadlocks between two calls that share keys.
  const requestedKeys = [...new Set(keys)].filter((key) => key !== undefined).sort();
  if (requestedKeys.length === 0) return new Map();
  const claimedRows = await sql<{ key: string }>`
    insert into idempotency_key (user_id, key, request_hash)
    select ${userId}::uuid, key, ${ANY_REQUEST} from unnest(${requestedKeys}::text[]) as key
    on conflict do nothing returning key`.execute(trx);
  const claimedKeys = new Set(claimedRows.rows.map((row) => row.key));
  const usedKeys = requestedKeys.filter((key) => !claimedKeys.has(key));
  if (usedKeys.length === 0) return new Map();
  const rows = await trx
    .selectFrom('idempotency_key')
    .select(['key', 'status', 'answer'])
    .where('user_id', '=', userId)
    .where('key', 'in', usedKeys)
    .execute();
  return new Map(rows.map(({ key, status, answer }) => [key, { status: status ?? 200, text: answer }]));
}

/** Stores the responses of items under their keys and deletes the other claimed keys, so that failed items can be sent again. */
export async function storeItemResponses(
  trx: Db,
  userId: string,
  keys: readonly (string | undefined)[],
  responses: ReadonlyMap<string, StoredResponse>,
): Promise<void> {
  if (keys.every((key) => key === undefined)) return;
  const rows = [...responses].map(([key, { status, text }]) => ({ key, status, answer: text }));
  await sql`
    update idempotency_key k set status = n.status, answer = n.answer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(key text, status smallint, answer text)
    where k.user_id = ${userId}::uuid and k.key = n.key`.execute(trx);
  await sql`
    delete from idempotency_key where user_id = ${userId}::uuid and key = any(${keys.filter((key) => key !== undefined)}::text[])
      and status is null`.execute(trx);
}
