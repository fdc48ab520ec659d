import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { messages } from '../../platform/errors/messages';

/** Limits for one failure counter. After `maxFailures` within the window, each further failure doubles the block time. */
interface FailureCounter {
  key: Buffer;
  maxFailures: number;
  windowMinutes: number;
  maxBlockMinutes: number;
}

const FIRST_BLOCK_MINUTES = 15;
const ACCOUNT_LIMITS = { maxFailures: 10, windowMinutes: 1440, maxBlockMinutes: 60 };
const ADDRESS_LIMITS = { maxFailures: 100, windowMinutes: 15, maxBlockMinutes: 15 };
const KNOWN_ADDRESS_LIMITS = { maxFailures: 10, windowMinutes: 15, maxBlockMinutes: 15 };
const KNOWN_ADDRESS_DAYS = 180;

/**
 * Counts a sign-in attempt before its outcome is known, so that parallel guesses on any server all count. Returns the seconds
 * to wait, or 0 if the attempt may proceed. If the account has signed in from this address before, only failures from this
 * address count: guesses from elsewhere cannot lock the user out.
 */
export async function countLogin(db: Db, account: string, address: string): Promise<number> {
  const counters = await getCounters(db, account, address);
  // Blocked attempts are not counted, so that guesses at one account do not block everybody behind the same address.
  return (
    (await getBlockedSeconds(db, counters)) || ((await incrementFailures(db, counters)) ? 0 : getBlockedSeconds(db, counters))
  );
}

/** Records that the attempt succeeded: it no longer counts as a failure, and the address is remembered. */
export async function recordLoginSuccess(db: Db, account: string, address: string): Promise<void> {
  const counters = await getCounters(db, account, address);
  await sql`
    insert into login_address (key, last) values (${hashPair(account, address)}, clock_timestamp())
    on conflict (key) do update set last = excluded.last`.execute(db);
  await removeFailure(db, counters);
}

/**
 * Counts an unauthenticated attempt, like a failed sign-in. Throws 429 after too many. Returns a function that cancels the count when the
 * attempt succeeds. Each `subject`, such as a password link, has its own limit.
 */
export async function countAttempt(db: Db, subject: string, address: string): Promise<() => Promise<void>> {
  const waitSeconds = await countLogin(db, subject, address);
  if (waitSeconds > 0) throw new HttpError(429, messages.tooManyAttempts, {}, { 'retry-after': String(waitSeconds) });
  return async () => removeFailure(db, await getCounters(db, subject, address));
}

/** Unblocks accounts, both in general and for sign-ins from this address. Blocks for sign-ins from other known addresses remain. */
export async function unblockAccounts(db: Db, accounts: readonly string[], address: string): Promise<void> {
  const keys = accounts.flatMap((account) => [hashKey(`account ${account}`), hashPair(account, address)]);
  await sql`delete from login_failure where key = any(${keys}::bytea[])`.execute(db);
}

async function removeFailure(db: Db, counters: readonly FailureCounter[]): Promise<void> {
  await sql`
    update login_failure f set failures = greatest(f.failures - 1, 0),
      blocked = case when f.failures > c.max_failures then f.blocked end
    from ${toTable(counters)} where f.key = c.key`.execute(db);
}

/** Deletes expired counters, and addresses without a sign-in for half a year. */
export async function deleteExpiredLoginCounts(db: Db): Promise<void> {
  await sql`delete from login_failure where until <= clock_timestamp()`.execute(db);
  await sql`delete from login_address where last < clock_timestamp() - make_interval(days => ${KNOWN_ADDRESS_DAYS})`.execute(db);
}

async function getBlockedSeconds(db: Db, counters: readonly FailureCounter[]): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(f.blocked) - clock_timestamp()))::int as seconds
    from login_failure f join ${toTable(counters)} using (key)
    where f.blocked > clock_timestamp() and f.until > clock_timestamp()`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Increments all counters. Returns false if one of them has been blocked since it was read. */
async function incrementFailures(db: Db, counters: readonly FailureCounter[]): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  const selectLimits = (column: string) => sql`(select ${sql.ref(column)} from ${toTable(counters)} where c.key = f.key)`;
  const failures = sql`case when f.until <= ${now} then 1 else f.failures + 1 end`;
  const minutes = sql`least(${FIRST_BLOCK_MINUTES} * 2 ^ least(${failures} - ${selectLimits('c.max_failures')}, 20), ${selectLimits('c.max_block_minutes')})`;
  const blockedUntil = sql`case when ${failures} >= ${selectLimits('c.max_failures')} then ${now} + ${minutes} * interval '1 minute' end`;
  const { rows } = await sql`
    insert into login_failure as f (key, failures, until)
    select c.key, 1, ${now} + make_interval(mins => c.window_minutes) from ${toTable(counters)}
    on conflict (key) do update set
      failures = ${failures},
      blocked = ${blockedUntil},
      until = greatest(case when f.until <= ${now} then excluded.until else f.until end, ${blockedUntil})
    where f.blocked is null or f.blocked <= ${now} or f.until <= ${now}
    returning f.key`.execute(db);
  return rows.length === counters.length;
}

function toTable(counters: readonly FailureCounter[]) {
  const listColumn = (name: 'maxFailures' | 'windowMinutes' | 'maxBlockMinutes') => counters.map((counter) => counter[name]);
  return sql`unnest(${counters.map(({ key }) => key)}::bytea[], ${listColumn('maxFailures')}::int[], ${listColumn('windowMinutes')}::int[],
    ${listColumn('maxBlockMinutes')}::int[]) as c (key, max_failures, window_minutes, max_block_minutes)`;
}

/** Returns the counters of an attempt. Their order is always the same, so that concurrent writes cannot deadlock. */
async function getCounters(db: Db, account: string, address: string): Promise<FailureCounter[]> {
  const pairKey = hashPair(account, address);
  const knownAddress = await db.selectFrom('login_address').select('key').where('key', '=', pairKey).executeTakeFirst();
  if (knownAddress) return [{ key: pairKey, ...KNOWN_ADDRESS_LIMITS }];
  return [
    { key: hashKey(`address ${address}`), ...ADDRESS_LIMITS },
    { key: hashKey(`account ${account}`), ...ACCOUNT_LIMITS },
  ];
}

const hashKey = (text: string) => createHash('sha256').update(text).digest();
const hashPair = (account: string, address: string) => hashKey(`account ${address} ${account}`);
