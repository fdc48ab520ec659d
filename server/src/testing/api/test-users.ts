import type { ServiceSlug } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { openSession } from '../../domain/account/sessions';
import { createUser, insertUser, type NewUser } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../domain/account/workspaces';
import type { Db } from '../../platform/database/connection';
import { signAccessToken } from '../../platform/http/route/authenticate';
import { TestClient } from './client';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  apiToken: string;
  /** Client with an access token of this user. */
  client: TestClient;
}

export interface TestUsers {
  createTestUser: (options?: Partial<NewUser>) => Promise<TestUser>;
  /** Creates a workspace, by default with all services. The first workspace of a user is their default. */
  createTestWorkspace: (options?: {
    name?: string;
    services?: readonly ServiceSlug[];
    members?: readonly TestUser[];
  }) => Promise<string>;
  /** Creates a user with a new workspace. */
  createTenant: (services?: readonly ServiceSlug[]) => Promise<{ user: TestUser; client: TestClient; workspaceId: string }>;
}

/** The default password of test users. */
export const TEST_PASSWORD = 'password of a test';
/** The argon2id hash of the password. Hashing it for each user takes 21 ms. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$aM+RFC4ZFhJJnj2Tpd6aEQ$+6YI2gxpIE2mxVQyMwCN8F0ruOpF38G8S7BD5vfZGIY';

/** Returns functions that create users and workspaces for tests. */
export function createTestUsers(app: FastifyInstance, db: Db, origin: string): TestUsers {
  let userCount = 0;
  const createTestUser: TestUsers['createTestUser'] = async (options = {}) => {
    userCount += 1;
    const email = options.email ?? `user-${userCount}@test.example`;
    const password = options.password ?? TEST_PASSWORD;
    const { id, api_token } = options.password
      ? await createUser(db, { ...options, email, password })
      : await insertUser(db, { ...options, email, passwordHash: PASSWORD_HASH });
    const { sessionId } = await openSession(db, id, 1);
    return {
      id,
      email,
      password,
      apiToken: api_token,
      client: new TestClient(origin, `Bearer ${signAccessToken(app, id, sessionId)}`),
    };
  };
  const createTestWorkspace: TestUsers['createTestWorkspace'] = async ({ name, services = ALL_SERVICES, members = [] } = {}) => {
    const id = await createWorkspace(db, { name: name ?? `Workspace ${userCount}`, services, ownerId: members[0]?.id });
    for (const member of members) await addMember(db, id, member.id);
    return id;
  };
  return {
    createTestUser,
    createTestWorkspace,
    createTenant: async (services) => {
      const user = await createTestUser();
      return { user, client: user.client, workspaceId: await createTestWorkspace({ services, members: [user] }) };
    },
  };
}
