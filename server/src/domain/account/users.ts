import { randomBytes } from 'node:crypto';
import { recordUserAuditEvent } from '../../platform/access/audit';
import type { Db } from '../../platform/database/connection';
import { sql } from 'kysely';
import { hashPassword } from './password';

export interface NewUser {
  email: string;
  password: string;
  /** Default: the email. */
  username?: string;
  canDownloadModel?: boolean;
}

interface UserRow {
  id: string;
  email: string;
  username: string;
  default_workspace_id: string | null;
  password_hash: string;
}

/** Normalizes an email or user name for comparison: ignores case and surrounding whitespace. */
export function normalizeLogin(text: string): string {
  return text.trim().toLowerCase();
}

/** Creates a user with an API token. Throws if the email or user name is already in use. */
export async function createUser(db: Db, { password, ...user }: NewUser): Promise<{ id: string; api_token: string }> {
  return insertUser(db, { ...user, passwordHash: await hashPassword(password) });
}

/** Like `createUser`, with a password that is already hashed. */
export async function insertUser(
  db: Db,
  { email, passwordHash, username, canDownloadModel = false }: Omit<NewUser, 'password'> & { passwordHash: string },
): Promise<{ id: string; api_token: string }> {
  return db
    .insertInto('app_user')
    .values({
      email: normalizeLogin(email),
      username: (username ?? email).trim(),
      password_hash: passwordHash,
      default_workspace_id: null,
      can_download_model: canDownloadModel,
      api_token: createApiToken(),
    })
    .returning(['id', 'api_token'])
    .executeTakeFirstOrThrow();
}

/** Finds a user by email or, failing that, by user name. */
export async function findUser(db: Db, login: string): Promise<UserRow | null> {
  const normalizedLogin = normalizeLogin(login);
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'username', 'default_workspace_id', 'password_hash'])
    .where((eb) => eb.or([eb('email', '=', normalizedLogin), eb(eb.fn<string>('lower', ['username']), '=', normalizedLogin)]))
    .execute();
  return rows.find((row) => row.email === normalizedLogin) ?? rows[0] ?? null;
}

/** Sets a password and revokes all access of the user, like `replacePassword`. */
export async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction().execute((trx) => replacePassword(trx, userId, passwordHash));
}

/** Replaces the password hash and revokes all access: somebody with the old password may have copied or created it. */
export async function replacePassword(trx: Db, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('app_user').set({ password_hash: passwordHash, has_password: true }).where('id', '=', userId).execute();
  await revokeAccess(trx, userId);
  await recordUserAuditEvent(trx, userId, 'password', false);
}

/**
 * Ends the sessions of the user except `exceptSessionId`, replaces the default API token, and deletes the named API tokens and the password
 * links.
 */
export async function revokeAccess(trx: Db, userId: string, exceptSessionId: string | null = null): Promise<void> {
  await trx.updateTable('app_user').set({ api_token: createApiToken() }).where('id', '=', userId).execute();
  await sql`
    update session set ended = clock_timestamp()
    where user_id = ${userId} and ended is null and id is distinct from ${exceptSessionId}::uuid`.execute(trx);
  await trx.deleteFrom('api_token').where('user_id', '=', userId).execute();
  await deletePasswordLinks(trx, userId);
}

/** Deletes the links with which the user could set a new password. */
export async function deletePasswordLinks(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('password_link').where('user_id', '=', userId).execute();
}

/** Replaces the API token of a user. The old token becomes invalid. */
export async function rotateApiToken(db: Db, userId: string): Promise<string> {
  const api_token = createApiToken();
  await db.updateTable('app_user').set({ api_token }).where('id', '=', userId).execute();
  await recordUserAuditEvent(db, userId, 'token', false);
  return api_token;
}

export function createApiToken(): string {
  return randomBytes(20).toString('hex');
}
