import { DEMO_ACCOUNTS } from '@console/server/domain/account/demo-accounts';
import { createUser } from '@console/server/domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '@console/server/domain/account/workspaces';
import type { Db } from '@console/server/platform/database/connection';

export interface DemoPlaces {
  demo: string;
  recognitionOnly: string;
  otherCompany: string;
  demoUser: string;
  colleague: string;
  limited: string;
  other: string;
}

/** Makes the demo users and workspaces and answers their ids. The first workspace a user joins becomes their default. */
export async function makeDemoAccounts(db: Db): Promise<DemoPlaces> {
  const [demoUser, colleague, limited, other] = (await Promise.all(
    DEMO_ACCOUNTS.map(async ({ email, password }) => {
      const { id } = await createUser(db, { email, password, canDownloadModel: email === 'demo@console.test' });
      return id;
    }),
  )) as [string, string, string, string];
  const demo = await createWorkspace(db, { name: 'Demo', services: ALL_SERVICES, ownerId: demoUser });
  const recognitionOnly = await createWorkspace(db, {
    name: 'Recognition only',
    services: ['recognition', 'annotate'],
    ownerId: demoUser,
  });
  const otherCompany = await createWorkspace(db, { name: 'Other company', services: ALL_SERVICES, ownerId: other });
  const memberships = [
    [demo, demoUser],
    [recognitionOnly, demoUser],
    [demo, colleague],
    [recognitionOnly, limited],
    [otherCompany, other],
  ] as const;
  for (const [workspaceId, userId] of memberships) await addMember(db, workspaceId, userId);
  return { demo, recognitionOnly, otherCompany, demoUser, colleague, limited, other };
}
