import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OidcSettings } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import type { ProviderAccount } from '../../platform/oidc/provider-account';
import { hashPassword } from '../account/password';
import { findUser, insertUser } from '../account/users';
import { messages } from './messages';

const MAX_NAME_LENGTH = 150;

/** The account of the console that belongs to a user of the identity provider. */
export interface LinkedAccount {
  id: string;
  username: string;
  /** Whether this sign-in has created the account. */
  isNew: boolean;
}

/** Returns the account that is linked with the issuer and subject, or null. Waits for a concurrent sign-in of the same user. */
export async function findLinkedAccount(trx: Db, { issuer, subject }: ProviderAccount): Promise<LinkedAccount | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([issuer, subject])}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('oidc_identity as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.username'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
  return row ? { ...row, isNew: false } : null;
}

/**
 * Links the user with the account that has the same email, if the provider has verified the email and the settings allow the link. Returns
 * null if no account has the email, and throws 409 if the account must not be linked. An email address can get another owner, so equal
 * emails do not prove that both are the same user.
 */
export async function linkAccountByEmail(trx: Db, user: ProviderAccount, settings: OidcSettings): Promise<LinkedAccount | null> {
  if (user.email === null || !mayStoreEmail(user, settings)) return null;
  const account = await trx.selectFrom('app_user').select(['id', 'username']).where('email', '=', user.email).executeTakeFirst();
  if (!account) return null;
  if (!user.isEmailVerified || !settings.linkAccounts) throw new HttpError(409, messages.emailTaken(user.email, settings.name));
  await insertIdentity(trx, user, account.id);
  return { ...account, isNew: false };
}

/** Creates an account without a password for the user. */
export async function createLinkedAccount(trx: Db, user: ProviderAccount, settings: OidcSettings): Promise<LinkedAccount> {
  // Every account needs an email. The domain `.invalid` is reserved, so nobody can receive emails there.
  const placeholder = `${randomBytes(8).toString('hex')}@oidc.invalid`;
  const email = (mayStoreEmail(user, settings) && user.email) || placeholder;
  const username = await findFreeName(trx, user, email);
  // A random password that nobody knows. With it, sign-in attempts take as long as for other accounts.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
  const { id } = await insertUser(trx, { email, username, passwordHash });
  await trx.updateTable('app_user').set({ has_password: false }).where('id', '=', id).execute();
  await insertIdentity(trx, user, id);
  return { id, username, isNew: true };
}

/**
 * Whether the email may be stored with an account. An unverified email is a risk, because an invitation trusts that the account with its
 * email belongs to the invited person.
 */
const mayStoreEmail = (user: ProviderAccount, { trustEmails }: OidcSettings) => user.isEmailVerified || trustEmails;

async function insertIdentity(trx: Db, { issuer, subject }: ProviderAccount, userId: string): Promise<void> {
  await trx.insertInto('oidc_identity').values({ issuer, subject, user_id: userId }).execute();
}

/** Returns the user's name, with a number if another account has the name. Ignores a name that is the email of another user. */
async function findFreeName(trx: Db, { name, email: claimedEmail }: ProviderAccount, email: string): Promise<string> {
  const isForeignEmail = name?.includes('@') === true && name.toLowerCase() !== email;
  const baseName = ((isForeignEmail ? null : name) ?? claimedEmail?.split('@')[0] ?? 'User').slice(0, MAX_NAME_LENGTH);
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? baseName : `${baseName} ${suffix}`;
    if (!(await findUser(trx, candidate))) return candidate;
  }
}
