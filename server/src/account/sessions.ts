import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** A used token that comes again within this time is two tabs meeting, not a theft. */
const REUSE_GRACE_MS = 60_000;

export type RefreshOutcome =
  | { kind: 'ok'; userId: string; sessionId: string; refresh: string }
  | { kind: 'invalid' }
  /** The token was used before: someone else may hold a copy, so the whole session must end. */
  | { kind: 'reused'; sessionId: string };

/** Opens a session and answers its first refresh token. */
export async function openSession(db: Db, userId: string, ttlDays: number): Promise<{ sessionId: string; refresh: string }> {
  const session = await db
    .insertInto('session')
    .values({ user_id: userId, ended: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: session.id, refresh: await issue(db, session.id, ttlDays) };
}

/** Exchanges a refresh token for the next one of its session; to be run in a transaction. */
export async function rotate(trx: Db, token: string, ttlDays: number): Promise<RefreshOutcome> {
  const hash = hashOf(token);
  const row = await trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['refresh_token.used', 'refresh_token.expires', 'refresh_token.session_id', 'session.user_id', 'session.ended'])
    // The database's clock, for one server may have written `used` and another reads it.
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('refresh_token.hash', '=', hash)
    .forUpdate('refresh_token')
    .executeTakeFirst();
  if (!row || row.ended || row.expires <= row.now) return { kind: 'invalid' };
  const { now } = row;
  if (row.used && now.getTime() - row.used.getTime() > REUSE_GRACE_MS) return { kind: 'reused', sessionId: row.session_id };
  if (!row.used) await trx.updateTable('refresh_token').set({ used: now }).where('hash', '=', hash).execute();
  return { kind: 'ok', userId: row.user_id, sessionId: row.session_id, refresh: await issue(trx, row.session_id, ttlDays) };
}

/** Ends a session: its refresh tokens and its access tokens are worth nothing from now on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ ended: new Date() }).where('id', '=', sessionId).where('ended', 'is', null).execute();
}

/** Deletes what can no longer be used: sessions that ended, or whose last token has expired, a day ago or more. */
export async function forgetOldSessions(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000);
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('ended', '<', before),
        eb.and([
          eb('created', '<', before),
          eb.not(
            eb.exists(
              eb
                .selectFrom('refresh_token')
                .select('hash')
                .whereRef('refresh_token.session_id', '=', 'session.id')
                .where('expires', '>', before),
            ),
          ),
        ]),
      ]),
    )
    .execute();
}

async function issue(db: Db, sessionId: string, ttlDays: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(Date.now() + ttlDays * 86_400_000);
  await db
    .insertInto('refresh_token')
    .values({ hash: hashOf(token), session_id: sessionId, used: null, expires })
    .execute();
  return token;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
