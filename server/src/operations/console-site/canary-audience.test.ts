import { setUpTestServer } from '../../testing/api/test-server';
import { createMembershipCheck } from './canary-audience';

const server = setUpTestServer();

it('recognizes members of a workspace and refuses others and invalid ids', async () => {
  const tenant = await server.createTenant();
  const otherTenant = await server.createTenant();
  const isMember = createMembershipCheck(server.app);
  expect(await isMember(tenant.user.id, tenant.workspaceId)).toBe(true);
  expect(await isMember(tenant.user.id, otherTenant.workspaceId)).toBe(false);
  expect(await isMember(tenant.user.id, "' or true --")).toBe(false);
});
