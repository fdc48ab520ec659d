import type { Role } from '@console/shared-contract/api';
import { addMember } from '../../domain/account/workspaces';
import type { TestServer } from './test-server';
import type { TestUser } from './test-users';

/** Creates a user with a role in a workspace. */
export async function createTestMember(
  server: Pick<TestServer, 'db' | 'createTestUser'>,
  workspaceId: string,
  role: Exclude<Role, 'owner'>,
): Promise<TestUser> {
  const user = await server.createTestUser();
  await addMember(server.db, workspaceId, user.id, role);
  return user;
}
