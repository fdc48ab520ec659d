import type { TestClient } from './client';
import { setUpTestServer, type TestServer } from './test-server';

/** A server and a tenant that the tests of a file share. The fields are set when the first test starts. */
export interface TestTenant {
  server: TestServer;
  /** A client of the only user of the workspace. */
  client: TestClient;
  workspaceId: string;
}

/** Starts a server for all tests of a file, and creates a new workspace with a user before each test. */
export function createTenantForEachTest(): TestTenant {
  const tenant = { server: setUpTestServer() } as TestTenant;
  beforeEach(async () => {
    const { client, workspaceId } = await tenant.server.createTenant();
    Object.assign(tenant, { client, workspaceId });
  });
  return tenant;
}
