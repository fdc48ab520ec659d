import { randomBytes } from 'node:crypto';
import type { Db } from './connection';

/** Returns a secret that all servers of a database share. Creates it on first use. */
export async function getStoredSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('server_setting')
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
