import type { Db } from '../database/connection';

/** Every demo account has an address under it; nobody can have one, for the ending is reserved. */
const DEMO_DOMAIN = '@console.test';

/** The published accounts. Their passwords are no secret, which is why the server keeps them off a network. */
export const DEMO_ACCOUNTS = [
  { email: 'demo@console.test', password: 'demo-console', about: 'Demo and Recognition only; may download models' },
  { email: 'colleague@console.test', password: 'colleague-console', about: 'Demo; may not download models' },
  { email: 'limited@console.test', password: 'limited-console', about: 'Recognition only' },
  { email: 'other@console.test', password: 'other-console', about: 'Other company' },
] as const;

/** Whether accounts with published passwords are in place. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', 'like', `%${DEMO_DOMAIN}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the accounts with published passwords; their workspaces stay. Answers how many there were. */
export async function removeDemoAccounts(db: Db): Promise<number> {
  const result = await db.deleteFrom('app_user').where('email', 'like', `%${DEMO_DOMAIN}`).executeTakeFirst();
  return Number(result.numDeletedRows);
}
