import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

/** If a refresh token is used again within this time, two browser tabs have probably used it at once. Later, it counts as stolen. */
const REUSE_GRACE_MS = 60_000;

/** Longer user agents are truncated. Browsers send at most about 200 characters. */
const MAX_USER_AGENT_LENGTH = 500;

type RefreshOutcome =
  | { kind: 'ok'; userId: string; sessionId: string; refresh: string }
  | { kind: 'invalid' }
  /** The token has already been used. Somebody else may have a copy, so the complete session must end. */
  | { kind: 'reused'; sessionId: string };

/** A sign-in at an identity provider. */
export interface ProviderSignIn {
  /** Identifies the session at the provider, which the user can end at sign-out. */
  idToken: string;
  /** Maximum duration of the session. A limit is needed because the provider cannot end sessions of the console. */
  sessionHours: number;
}

/** Creates a session and returns its first refresh token. `userAgent` is the header of the browser that signs in. */
export async function openSession(
  db: Db,
  userId: string,
  ttlDays: number,
  userAgent?: string,
  provider?: ProviderSignIn,
): Promise<{ sessionId: string; refresh: string }> {
  const session = await db
    .insertInto('session')
    .values({
      user_id: userId,
      ended: null,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      ...(provider && {
        sign_in: 'oidc',
        id_token: provider.idToken,
        expires: sql<Date>`clock_timestamp() + make_interval(hours => ${provider.sessionHours})`,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: session.id, refresh: await issueRefreshToken(db, session.id, ttlDays) };
}

/** Exchanges a refresh token for the next one of its session. Must run in a transaction. */
export async function rotateRefreshToken(trx: Db, token: string, ttlDays: number): Promise<RefreshOutcome> {
  const hash = hashToken(token);
  const row = await trx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['refresh_token.used', 'refresh_token.expires', 'refresh_token.session_id', 'session.user_id', 'session.ended'])
    .select('session.expires as session_expires')
    // Uses the clock of the database, because different servers may write and read `used`.
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('refresh_token.hash', '=', hash)
    .forUpdate('refresh_token')
    .executeTakeFirst();
  if (!row || row.ended || row.expires <= row.now || (row.session_expires && row.session_expires <= row.now))
    return { kind: 'invalid' };
  const { now } = row;
  if (row.used && now.getTime() - row.used.getTime() > REUSE_GRACE_MS) return { kind: 'reused', sessionId: row.session_id };
  if (!row.used) await trx.updateTable('refresh_token').set({ used: now }).where('hash', '=', hash).execute();
  return {
    kind: 'ok',
    userId: row.user_id,
    sessionId: row.session_id,
    refresh: await issueRefreshToken(trx, row.session_id, ttlDays),
  };
}

/** Ends a session and invalidates its refresh and access tokens. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ ended: new Date() }).where('id', '=', sessionId).where('ended', 'is', null).execute();
}

/** Deletes unusable sessions: those that ended, or whose last token expired, at least a day ago. */
export async function deleteExpiredSessions(db: Db, now = new Date()): Promise<void> {
  const expiryDate = new Date(now.getTime() - 86_400_000);
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('ended', '<', expiryDate),
        eb.and([
          eb('created', '<', expiryDate),
          eb.not(
            eb.exists(
              eb
                .selectFrom('refresh_token')
                .select('hash')
                .whereRef('refresh_token.session_id', '=', 'session.id')
                .where('expires', '>', expiryDate),
            ),
          ),
        ]),
      ]),
    )
    .execute();
}

async function issueRefreshToken(db: Db, sessionId: string, ttlDays: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(Date.now() + ttlDays * 86_400_000);
  await db
    .insertInto('refresh_token')
    .values({ hash: hashToken(token), session_id: sessionId, used: null, expires })
    .execute();
  return token;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
