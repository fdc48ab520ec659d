import { sql } from 'kysely';
import { createSecret } from '../../platform/access/secret';
import type { Db } from '../../platform/database/connection';

const LIFETIME_MINUTES = 60;

interface PasswordLink {
  /** The secret in the fragment of the URL. */
  secret: string;
  hash: Buffer;
  expires: Date;
}

/** The account for which a link sets a password. */
export interface LinkedAccount {
  id: string;
  username: string;
  email: string;
  expires: Date;
}

/**
 * Creates a link with which the user can set a password once. `ownerId` is set if the owner of all workspaces of the user
 * requests the link; null for a link by email or from the operator.
 */
export async function createPasswordLink(db: Db, userId: string, ownerId: string | null = null): Promise<PasswordLink> {
  const { secret, hash } = createSecret();
  const { expires } = await db
    .insertInto('password_link')
    .values({
      hash,
      user_id: userId,
      created_by: ownerId,
      expires: sql<Date>`clock_timestamp() + make_interval(mins => ${LIFETIME_MINUTES})`,
    })
    .returning('expires')
    .executeTakeFirstOrThrow();
  return { secret, hash, expires };
}

/** SQL: link `l` is valid. A link that an owner requested becomes invalid when the user joins a workspace of another owner. */
const isValid = sql`l.expires > clock_timestamp() and (l.created_by is null or not exists (
  select from membership m join workspace w on w.id = m.workspace_id
  where m.user_id = l.user_id and w.owner_id is distinct from l.created_by))`;

/** Returns the account of a valid link, or null. */
export async function findLinkedAccount(db: Db, hash: Buffer): Promise<LinkedAccount | null> {
  const { rows } = await sql<LinkedAccount>`
    select u.id, u.username, u.email, l.expires from password_link l join app_user u on u.id = l.user_id
    where l.hash = ${hash} and ${isValid}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes a link of the user, so that it cannot be used again. Returns false if it is not valid any more. */
export async function consumePasswordLink(trx: Db, userId: string, hash: Buffer): Promise<boolean> {
  // With this lock, nobody can add a membership of the user between the check and the commit.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  const { numAffectedRows } = await sql`delete from password_link l where l.hash = ${hash} and ${isValid}`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function deleteExpiredPasswordLinks(db: Db): Promise<void> {
  await sql`delete from password_link where expires < clock_timestamp()`.execute(db);
}
