import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { hashPassword } from './password';
import { createApiToken, normalizeLogin } from './users';
import { removeMember } from './workspaces';

interface ForgottenUser {
  /** The name that replaces the name and email of the account. Null if no account has the email. */
  pseudonym: string | null;
  /** Number of workspaces that the user was a member of. */
  workspaces: number;
  /** Tables whose JSON or text contained the email or the name, with the number of rows. */
  replaced: { table: string; rows: number }[];
}

/**
 * Closes the account with this email and replaces its email and name in all records: the account, audit log, change log, recorded API
 * responses, imports and dataset versions. The id of the account and the work of the user remain. Values that users entered, such as
 * metadata, do not change. If no account has the email, only records that contain the email change. Must run in a transaction.
 */
export async function forgetUser(trx: Db, email: string): Promise<ForgottenUser> {
  const user = await trx
    .selectFrom('app_user')
    .select(['id', 'email', 'username'])
    .where('email', '=', normalizeLogin(email))
    .forUpdate()
    .executeTakeFirst();
  const suffix = (user?.id ?? randomBytes(4).toString('hex')).slice(0, 8);
  const pseudonym = `Former member ${suffix}`;
  const replacements = [
    { from: normalizeLogin(email), to: toPlaceholderEmail(suffix), key: null },
    // Imported files can name the user as an annotator.
    ...(user && normalizeLogin(user.username) !== user.email
      ? ['username', 'by'].map((key) => ({ from: user.username, to: pseudonym, key }))
      : []),
  ];
  await trx
    .updateTable('invitation')
    .set({ email: toPlaceholderEmail(suffix) })
    .where('email', '=', normalizeLogin(email))
    .execute();
  const workspaces = user ? await closeAccount(trx, user.id, { email: toPlaceholderEmail(suffix), username: pseudonym }) : 0;
  return { pseudonym: user ? pseudonym : null, workspaces, replaced: await replaceInRecords(trx, replacements) };
}

/**
 * Replaces a name from imported files, for example the name of an annotator at another company. Only complete names match. Must run in a
 * transaction.
 */
export function forgetDeclaredName(trx: Db, name: string): Promise<ForgottenUser['replaced']> {
  return replaceInRecords(trx, [{ from: name, to: 'Removed name', key: 'by' }]);
}

/** The top-level domain `.invalid` is reserved, so no email can arrive there. */
const PLACEHOLDER_DOMAIN = '@forgotten.invalid';
const toPlaceholderEmail = (suffix: string) => `former-${suffix}${PLACEHOLDER_DOMAIN}`;
/** Whether the account with this email was closed. */
export const isForgotten = (email: string): boolean => email.endsWith(PLACEHOLDER_DOMAIN);

/** Ends sessions and memberships, and replaces all personal data of the account. Returns the number of its workspaces. */
async function closeAccount(trx: Db, userId: string, names: { email: string; username: string }): Promise<number> {
  const memberships = await trx.selectFrom('membership').select('workspace_id').where('user_id', '=', userId).execute();
  for (const { workspace_id } of memberships) await removeMember(trx, workspace_id, userId);
  await trx.deleteFrom('session').where('user_id', '=', userId).execute();
  await trx.deleteFrom('idempotency_key').where('user_id', '=', userId).execute();
  await trx.deleteFrom('api_token').where('user_id', '=', userId).execute();
  await trx.deleteFrom('password_link').where('user_id', '=', userId).execute();
  await trx.deleteFrom('oidc_identity').where('user_id', '=', userId).execute();
  await sql`update change_set set token_name = null where user_id = ${userId} and token_name is not null`.execute(trx);
  const password_hash = await hashPassword(randomBytes(32).toString('base64'));
  await trx
    .updateTable('app_user')
    .set({ ...names, password_hash, api_token: createApiToken(), can_download_model: false })
    .where('id', '=', userId)
    .execute();
  await sql`set local console.forgets_audit = 'on'`.execute(trx);
  await trx.updateTable('audit_entry').set({ username: names.username }).where('user_id', '=', userId).execute();
  return memberships.length;
}

interface Replacement {
  from: string;
  to: string;
  /** Only values of this JSON key are replaced. Null: the values of all keys. */
  key: string | null;
}

/**
 * Replaces complete JSON strings in all tables with JSON columns. Skips the tables that the change log covers, because they contain values
 * that users entered.
 */
async function replaceInRecords(trx: Db, replacements: readonly Replacement[]): Promise<ForgottenUser['replaced']> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (a.atttypid = 'jsonb'::regtype or (c.relname, a.attname) in (('idempotency_key', 'answer')))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'log_update')
      and c.relname not in ('workspace')
    order by 1, 2`.execute(trx);
  const counts = new Map<string, number>();
  for (const { table, column, type } of columns) {
    for (const replacement of replacements) {
      const changedCount = await replaceInColumn(trx, table, column, type, replacement);
      if (changedCount > 0) counts.set(table, (counts.get(table) ?? 0) + changedCount);
    }
  }
  return [...counts].map(([table, rows]) => ({ table, rows }));
}

async function replaceInColumn(
  trx: Db,
  table: string,
  column: string,
  type: string,
  { from: originalValue, to: replacement, key }: Replacement,
): Promise<number> {
  const field = sql`${sql.ref(column)}::text`;
  const quoted = JSON.stringify(originalValue);
  const prefix = key === null ? '()' : `("${key}":\\s*)`;
  const pattern = `${prefix}${quoted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
  // Most rows do not contain the text. The plain search (`strpos`) skips these rows much faster than the regular expression.
  const { numAffectedRows } = await sql`
    update ${sql.table(`public.${table}`)}
    set ${sql.ref(column)} = regexp_replace(${field}, ${pattern}, ${`\\1${JSON.stringify(replacement)}`}, 'g')::${sql.raw(type)}
    where strpos(${field}, ${quoted}) > 0 and ${field} ~ ${pattern}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
