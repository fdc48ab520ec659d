import { sql } from 'kysely';
import { hashSecret } from '../../platform/access/secret';
import type { Db } from '../../platform/database/connection';
import type { SignInChecks } from '../../platform/oidc/identity-provider';

/** Maximum time for the sign-in at the identity provider. */
export const SIGN_IN_MINUTES = 10;

/**
 * Stores the values that are checked when the browser returns from the provider. A secret identifies the browser. Any server can finish the
 * sign-in.
 */
export async function storeSignIn(
  db: Db,
  { state: oidcState, nonce, codeVerifier }: SignInChecks,
  browserSecret: string,
): Promise<void> {
  await db
    .insertInto('oidc_sign_in')
    .values({
      state_hash: hashSecret(oidcState),
      browser_hash: hashSecret(browserSecret),
      nonce,
      code_verifier: codeVerifier,
      expires: sql<Date>`clock_timestamp() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    })
    .execute();
}

/**
 * Returns the values of a sign-in and deletes them, so that nobody can finish it twice. Null if the sign-in has expired or another browser
 * has started it.
 */
export async function consumeSignIn(db: Db, oidcState: string, browserSecret: string): Promise<SignInChecks | null> {
  const row = await db
    .deleteFrom('oidc_sign_in')
    .where('state_hash', '=', hashSecret(oidcState))
    .where('browser_hash', '=', hashSecret(browserSecret))
    .where('expires', '>', sql<Date>`clock_timestamp()`)
    .returning(['nonce', 'code_verifier'])
    .executeTakeFirst();
  return row ? { state: oidcState, nonce: row.nonce, codeVerifier: row.code_verifier } : null;
}

export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await sql`delete from oidc_sign_in where expires < clock_timestamp()`.execute(db);
}
