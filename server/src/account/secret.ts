import { randomBytes } from 'node:crypto';
import type { Db } from '../database/connection';

const NAME = 'jwt_secret';

/** The secret that access tokens are signed with: the configured one, else one made once and kept in the database. */
export async function signingSecret(db: Db, configured: string | null): Promise<string> {
  if (configured) return configured;
  await db
    .insertInto('server_setting')
    .values({ name: NAME, value: randomBytes(48).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', NAME).executeTakeFirstOrThrow();
  return row.value;
}
