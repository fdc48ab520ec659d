import { randomBytes } from 'node:crypto';
import { recordUserAuditEvent } from '../access/audit';
import type { Db } from '../database/connection';
import { hashPassword } from './password';

export interface NewUser {
  email: string;
  password: string;
  /** Default: the email. */
  username?: string;
  canDownloadModel?: boolean;
}

export interface UserRow {
  id: string;
  email: string;
  username: string;
  default_workspace_id: string | null;
  password_hash: string;
}

/** How an email or a user name is compared: without regard to case and outer spaces. */
export function normalLogin(text: string): string {
  return text.trim().toLowerCase();
}

/** Makes a user with an API token. Throws when the email or the user name is taken. */
export async function createUser(
  db: Db,
  { email, password, username, canDownloadModel = false }: NewUser,
): Promise<{ id: string; api_token: string }> {
  return db
    .insertInto('app_user')
    .values({
      email: normalLogin(email),
      username: (username ?? email).trim(),
      password_hash: await hashPassword(password),
      default_workspace_id: null,
      can_download_model: canDownloadModel,
      api_token: newApiToken(),
    })
    .returning(['id', 'api_token'])
    .executeTakeFirstOrThrow();
}

/** Finds a user by email or, failing that, by user name. */
export async function findUser(db: Db, login: string): Promise<UserRow | null> {
  const wanted = normalLogin(login);
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'username', 'default_workspace_id', 'password_hash'])
    .where((eb) => eb.or([eb('email', '=', wanted), eb(eb.fn<string>('lower', ['username']), '=', wanted)]))
    .execute();
  return rows.find((row) => row.email === wanted) ?? rows[0] ?? null;
}

/** Sets a password and ends the user's sessions and API token: whoever had the old one may have taken them. */
export async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('app_user').set({ password_hash, api_token: newApiToken() }).where('id', '=', userId).execute();
    await trx
      .updateTable('session')
      .set({ ended: new Date() })
      .where('user_id', '=', userId)
      .where('ended', 'is', null)
      .execute();
    await recordUserAuditEvent(trx, userId, 'password', false);
  });
}

/** Gives the user a new API token; the old one ends. */
export async function rotateApiToken(db: Db, userId: string): Promise<string> {
  const api_token = newApiToken();
  await db.updateTable('app_user').set({ api_token }).where('id', '=', userId).execute();
  await recordUserAuditEvent(db, userId, 'token', false);
  return api_token;
}

function newApiToken(): string {
  return randomBytes(20).toString('hex');
}
