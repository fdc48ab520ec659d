import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { getStoredSecret } from '../../platform/database/stored-secret';

/** Returns the secret for signing access tokens: the configured one, or else one that was generated and stored in the database. */
export async function getSigningSecret(db: Db, configuredSecret: string | null): Promise<string> {
  return configuredSecret ?? getStoredSecret(db, 'jwt_secret');
}

/** Returns the secret for signing image URLs, shared by all servers of a database; null if URLs are not signed. */
export async function getImageSecret(db: Db, { signsImageUrls }: Pick<Config, 'signsImageUrls'>): Promise<string | null> {
  return signsImageUrls ? getStoredSecret(db, 'picture_secret') : null;
}
