import { expectBody, TestClient } from '../api/client';
import type { ListEnvelope } from '../api/fixtures';
import type { TestUser } from '../api/test-users';
import { setUpTestServer } from '../api/test-server';

// Replays how existing API clients sign in, like sdk-scenario.test.ts.
const server = setUpTestServer();
let user: TestUser;
let workspace: string;
let sdkClient: TestClient;
beforeAll(async () => {
  user = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [user] });
  sdkClient = new TestClient(server.origin, `Token ${user.apiToken}`);
});

describe('signing in', () => {
  it('accepts user name and email and returns a pair of tokens', async () => {
    const response = await server.anonymous.post('/account/v2/login/', {
      username: user.email,
      email: user.email,
      password: user.password,
    });
    const { access, refresh } = expectBody<{ access: string; refresh: string }>(response);
    const renewedTokens = expectBody<{ access: string }>(await server.anonymous.post('/account/v2/jwt/refresh', { refresh }));
    for (const header of [`Bearer ${access}`, `JWT ${access}`, `JWT ${renewedTokens.access}`]) {
      const details = await new TestClient(server.origin, header).get('/account/v2/details/');
      expect(expectBody(details)).toMatchObject({
        id: user.id,
        default_workspace: workspace,
        can_download_model: expect.any(Boolean),
      });
    }
  });

  it('accepts the API token of 40 characters for account, workspaces and services', async () => {
    const { token } = expectBody<{ token: string }>(await user.client.get('/account/v2/token/'));
    expect(token).toMatch(/^.{40}$/);
    sdkClient = new TestClient(server.origin, `Token ${token}`);
    expect(expectBody(await sdkClient.get('/account/v2/user/'))).toMatchObject({ id: user.id, email: user.email });
    expect(expectBody(await sdkClient.get('/account/v2/workspace/'))).toEqual([
      {
        id: workspace,
        name: expect.any(String),
        created: expect.any(String),
        owner: user.id,
        meta_data: {},
        blur_images: expect.any(Boolean),
        is_default: true,
        role: 'owner',
        access: 'workspace',
      },
    ]);
    const { results } = expectBody<ListEnvelope<{ service: { slug: string } }>>(
      await sdkClient.get('/account/v2/resource', { workspace }),
    );
    expect(results.map(({ service }) => service.slug)).toContain('custom-object-detection');
  });

  it('returns the user id when a service is authorized', async () => {
    for (const service of ['custom-recognition', 'custom-object-detection', 'custom-similarity', 'flows'])
      expect(expectBody(await sdkClient.post('/authorization/v2/authorize', { service }))).toMatchObject({
        authorized: true,
        user_id: user.id,
      });
    const refusedResponse = expectBody(await sdkClient.post('/authorization/v2/authorize/', { service: 'ocr', call_type: null }));
    expect(refusedResponse).toEqual({ authorized: false, service: 'ocr', call_type: null });
  });
});
