import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** How failures of one kind are counted: after `most` within the window each further one blocks for twice as long. */
interface Counted {
  key: Buffer;
  most: number;
  windowMinutes: number;
  longestMinutes: number;
}

const FIRST_BLOCK_MINUTES = 15;
const OF_ACCOUNT = { most: 10, windowMinutes: 1440, longestMinutes: 60 };
const OF_ADDRESS = { most: 100, windowMinutes: 15, longestMinutes: 15 };
const OF_KNOWN_ADDRESS = { most: 10, windowMinutes: 15, longestMinutes: 15 };
const KNOWN_FOR_DAYS = 180;

/**
 * Counts an attempt to sign in before its outcome is known, so that a burst of parallel guesses counts in full, on
 * whichever server they come. Answers the seconds to wait, or 0 when the attempt may go on. From an address that the
 * account has signed in from before, only its own failures there count: whoever guesses elsewhere shuts nobody out.
 */
export async function countLogin(db: Db, account: string, address: string): Promise<number> {
  const counted = await countedFor(db, account, address);
  // Whoever is blocked is not counted again: one account's guesser must not block all behind the same address.
  return (await secondsBlocked(db, counted)) || ((await count(db, counted)) ? 0 : secondsBlocked(db, counted));
}

/** The attempt was right after all, and its address is known from now on. */
export async function forgiveLogin(db: Db, account: string, address: string): Promise<void> {
  const counted = await countedFor(db, account, address);
  await sql`
    with known as (
      insert into login_address (key, last) values (${pairKey(account, address)}, clock_timestamp())
      on conflict (key) do update set last = excluded.last)
    update login_failure f set failures = greatest(f.failures - 1, 0),
      blocked = case when f.failures > c.most then f.blocked end
    from ${tableOf(counted)} where f.key = c.key`.execute(db);
}

/** Deletes counts that no longer count, and addresses that nobody has signed in from for half a year. */
export async function forgetOldLogins(db: Db): Promise<void> {
  await sql`delete from login_failure where until <= clock_timestamp()`.execute(db);
  await sql`delete from login_address where last < clock_timestamp() - make_interval(days => ${KNOWN_FOR_DAYS})`.execute(db);
}

async function secondsBlocked(db: Db, counted: readonly Counted[]): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(f.blocked) - clock_timestamp()))::int as seconds
    from login_failure f join ${tableOf(counted)} using (key)
    where f.blocked > clock_timestamp() and f.until > clock_timestamp()`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** False when one of them has been blocked meanwhile. */
async function count(db: Db, counted: readonly Counted[]): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  const limits = (column: string) => sql`(select ${sql.ref(column)} from ${tableOf(counted)} where c.key = f.key)`;
  const failures = sql`case when f.until <= ${now} then 1 else f.failures + 1 end`;
  const minutes = sql`least(${FIRST_BLOCK_MINUTES} * 2 ^ least(${failures} - ${limits('c.most')}, 20), ${limits('c.longest')})`;
  const blocked = sql`case when ${failures} >= ${limits('c.most')} then ${now} + ${minutes} * interval '1 minute' end`;
  const { rows } = await sql`
    insert into login_failure as f (key, failures, until)
    select c.key, 1, ${now} + make_interval(mins => c.window_minutes) from ${tableOf(counted)}
    on conflict (key) do update set
      failures = ${failures},
      blocked = ${blocked},
      until = greatest(case when f.until <= ${now} then excluded.until else f.until end, ${blocked})
    where f.blocked is null or f.blocked <= ${now} or f.until <= ${now}
    returning f.key`.execute(db);
  return rows.length === counted.length;
}

function tableOf(counted: readonly Counted[]) {
  const column = (name: 'most' | 'windowMinutes' | 'longestMinutes') => counted.map((each) => each[name]);
  return sql`unnest(${counted.map(({ key }) => key)}::bytea[], ${column('most')}::int[], ${column('windowMinutes')}::int[],
    ${column('longestMinutes')}::int[]) as c (key, most, window_minutes, longest)`;
}

/** In one order for every writer; the address's first, which all of its accounts share. */
async function countedFor(db: Db, account: string, address: string): Promise<Counted[]> {
  const pair = pairKey(account, address);
  const known = await db.selectFrom('login_address').select('key').where('key', '=', pair).executeTakeFirst();
  if (known) return [{ key: pair, ...OF_KNOWN_ADDRESS }];
  return [
    { key: keyOf(`address ${address}`), ...OF_ADDRESS },
    { key: keyOf(`account ${account}`), ...OF_ACCOUNT },
  ];
}

const keyOf = (text: string) => createHash('sha256').update(text).digest();
const pairKey = (account: string, address: string) => keyOf(`account ${address} ${account}`);
