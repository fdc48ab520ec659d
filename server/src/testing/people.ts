import type { ServiceSlug } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { openSession } from '../account/sessions';
import { createUser, type NewUser } from '../account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../account/workspaces';
import type { Db } from '../database/connection';
import { signAccessToken } from '../http/authenticate';
import { TestClient } from './client';

export interface TestUser {
  id: string;
  email: string;
  password: string;
  apiToken: string;
  /** Client with an access token of this user. */
  client: TestClient;
}

export interface People {
  makeUser: (options?: Partial<NewUser>) => Promise<TestUser>;
  /** Creates a workspace, by default with all services. The first workspace of a user is their default. */
  makeWorkspace: (options?: {
    name?: string;
    services?: readonly ServiceSlug[];
    members?: readonly TestUser[];
  }) => Promise<string>;
  /** Creates a user with a new workspace. */
  makeTenant: (services?: readonly ServiceSlug[]) => Promise<{ user: TestUser; client: TestClient; workspaceId: string }>;
}

/** Returns functions that create users and workspaces for tests. */
export function makePeople(app: FastifyInstance, db: Db, origin: string): People {
  let made = 0;
  const makeUser: People['makeUser'] = async (options = {}) => {
    made += 1;
    const email = options.email ?? `user-${made}@test.example`;
    const password = options.password ?? `password-${made}`;
    const { id, api_token } = await createUser(db, { ...options, email, password });
    const { sessionId } = await openSession(db, id, 1);
    return {
      id,
      email,
      password,
      apiToken: api_token,
      client: new TestClient(origin, `Bearer ${signAccessToken(app, id, sessionId)}`),
    };
  };
  const makeWorkspace: People['makeWorkspace'] = async ({ name, services = ALL_SERVICES, members = [] } = {}) => {
    const id = await createWorkspace(db, { name: name ?? `Workspace ${made}`, services, ownerId: members[0]?.id });
    for (const member of members) await addMember(db, id, member.id);
    return id;
  };
  return {
    makeUser,
    makeWorkspace,
    makeTenant: async (services) => {
      const user = await makeUser();
      return { user, client: user.client, workspaceId: await makeWorkspace({ services, members: [user] }) };
    },
  };
}
