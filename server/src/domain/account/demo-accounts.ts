import type { Db } from '../../platform/database/connection';

/** Mail domain of all demo accounts. The top-level domain `.test` is reserved, so nobody else can have such an address. */
const DEMO_DOMAIN = '@console.test';

/** The published demo accounts. Their passwords are public, so the server refuses network access while they exist. */
export const DEMO_ACCOUNTS = [
  {
    email: 'demo@console.test',
    password: 'demo-console',
    description: 'owner of Demo and Recognition only, may download models',
  },
  { email: 'colleague@console.test', password: 'colleague-console', description: 'manager in Demo' },
  { email: 'manager@console.test', password: 'manager-console', description: 'manager in Demo' },
  { email: 'reviewer@console.test', password: 'reviewer-console', description: 'reviewer in Demo' },
  { email: 'annotator@console.test', password: 'annotator-console', description: 'annotator in Demo' },
  { email: 'viewer@console.test', password: 'viewer-console', description: 'viewer in Demo' },
  { email: 'limited@console.test', password: 'limited-console', description: 'manager in Recognition only' },
  { email: 'other@console.test', password: 'other-console', description: 'owner of Other company' },
] as const;

/** Whether accounts with published passwords exist. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const account = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', 'like', `%${DEMO_DOMAIN}`)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

/** Deletes the accounts with published passwords; their workspaces remain. Returns the number of deleted accounts. */
export async function deleteDemoAccounts(db: Db): Promise<number> {
  const result = await db.deleteFrom('app_user').where('email', 'like', `%${DEMO_DOMAIN}`).executeTakeFirst();
  return Number(result.numDeletedRows);
}
