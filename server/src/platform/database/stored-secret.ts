import { randomBytes } from 'node:crypto';
import type { Db } from './connection';

/** Returns a secret that all servers of a database share. Creates it on first use. */
export async function getStoredSecret(db: Db, name: string): Promise<string> {
  const findSecret = () => db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirst();
  const storedSecret = await findSecret();
  if (storedSecret) return storedSecret.value;
  const value = randomBytes(48).toString('base64url');
  // Another server may have created the secret meanwhile.
  await db
    .insertInto('server_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret())?.value ?? value;
}
