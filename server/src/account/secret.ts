import { randomBytes } from 'node:crypto';
import type { Config } from '../config';
import type { Db } from '../database/connection';

/** The secret that access tokens are signed with: the configured one, else one made once and kept in the database. */
export async function signingSecret(db: Db, configured: string | null): Promise<string> {
  return configured ?? keptSecret(db, 'jwt_secret');
}

/** The secret that addresses of pictures are signed with, the same for all servers of a database; null where they are not. */
export async function pictureSecret(db: Db, { signedPictures }: Pick<Config, 'signedPictures'>): Promise<string | null> {
  return signedPictures ? keptSecret(db, 'picture_secret') : null;
}

async function keptSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('server_setting')
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
