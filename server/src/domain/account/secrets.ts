import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';

/**
 * Returns the secret for signing access tokens: the configured one, or else one that was generated and stored in the database.
 */
export async function getSigningSecret(db: Db, configuredSecret: string | null): Promise<string> {
  return configuredSecret ?? getStoredSecret(db, 'jwt_secret');
}

/** Returns the secret for signing image URLs, shared by all servers of a database; null if URLs are not signed. */
export async function getImageSecret(db: Db, { signedPictures }: Pick<Config, 'signedPictures'>): Promise<string | null> {
  return signedPictures ? getStoredSecret(db, 'picture_secret') : null;
}

/** Returns a secret from the database. Creates it on first use. */
async function getStoredSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('server_setting')
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
