import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { createMembershipCheck } from './canary-audience';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('recognizes members of a workspace and refuses others and invalid ids', async () => {
  const tenant = await server.createTenant();
  const other = await server.createTenant();
  const isMember = createMembershipCheck(server.app);
  expect(await isMember(tenant.user.id, tenant.workspaceId)).toBe(true);
  expect(await isMember(tenant.user.id, other.workspaceId)).toBe(false);
  expect(await isMember(tenant.user.id, "' or true --")).toBe(false);
});
