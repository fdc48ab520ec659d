import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

/** Whose failures are counted: an account's from an address, and an address's whatever the account. */
interface Counted {
  key: Buffer;
  most: number;
}

/**
 * Counts an attempt to sign in before its outcome is known, so that a burst of parallel guesses counts in full, on
 * whichever server they come. Answers the seconds to wait, or 0 when the attempt may go on.
 */
export async function countLogin(db: Db, account: string, address: string): Promise<number> {
  const counted = countedFor(account, address);
  // Whoever is blocked is not counted again: one account's guesser must not block all behind the same address.
  return (await waitFor(db, counted, 'blocked')) || (await waitFor(db, counted, 'counted'));
}

/** The attempt was right after all. */
export async function forgiveLogin(db: Db, account: string, address: string): Promise<void> {
  const [all, own] = countedFor(account, address);
  await sql`
    with forgiven as (delete from login_failure where key = ${own.key})
    update login_failure set failures = failures - 1 where key = ${all.key} and failures > 0`.execute(db);
}

/** Deletes counts that no longer count. */
export async function forgetOldLogins(db: Db): Promise<void> {
  await sql`delete from login_failure where until <= clock_timestamp()`.execute(db);
}

async function waitFor(db: Db, counted: readonly Counted[], how: 'blocked' | 'counted'): Promise<number> {
  const keys = sql`unnest(${counted.map(({ key }) => key)}::bytea[], ${counted.map(({ most }) => most)}::int[]) as c (key, most)`;
  const window = sql`make_interval(mins => ${WINDOW_MINUTES})`;
  const expired = sql`f.until <= clock_timestamp()`;
  const rows =
    how === 'blocked'
      ? sql`select f.until from login_failure f join ${keys} using (key) where f.failures >= c.most and not (${expired})`
      : sql`
        insert into login_failure as f (key, failures, until) select key, 1, clock_timestamp() + ${window} from ${keys}
        on conflict (key) do update set
          failures = case when ${expired} then 1 else f.failures + 1 end,
          until = case when ${expired} then excluded.until else f.until end
        returning case when f.failures > (select most from ${keys} where c.key = f.key) then f.until end as until`;
  const found = await sql<{ seconds: number | null }>`
    with r as (${rows}) select ceil(extract(epoch from max(until) - clock_timestamp()))::int as seconds from r`.execute(db);
  return Math.max(0, found.rows[0]?.seconds ?? 0);
}

/** In one order for every writer; the address's first, which all of its accounts share. */
function countedFor(account: string, address: string): [all: Counted, own: Counted] {
  const keyOf = (text: string) => createHash('sha256').update(text).digest();
  return [
    { key: keyOf(`address ${address}`), most: PER_ADDRESS },
    { key: keyOf(`account ${address} ${account}`), most: PER_ACCOUNT },
  ];
}
