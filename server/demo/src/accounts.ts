import { DEMO_ACCOUNTS } from '@console/server/domain/account/demo-accounts';
import { createUser } from '@console/server/domain/account/users';
import type { Db } from '@console/server/platform/database/connection';

const MAY_DOWNLOAD_MODELS = 'demo@console.test';

/** Creates the demo accounts. Returns the ids of the users by email address. */
export async function createDemoAccounts(db: Db): Promise<ReadonlyMap<string, string>> {
  const users = DEMO_ACCOUNTS.map(async ({ email, password }) => {
    const { id } = await createUser(db, { email, password, canDownloadModel: email === MAY_DOWNLOAD_MODELS });
    return [email, id] as const;
  });
  return new Map(await Promise.all(users));
}
