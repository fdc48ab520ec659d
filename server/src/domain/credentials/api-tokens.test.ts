import type { ApiToken, ChangeSet, CreatedApiToken, Workspace } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, TestClient } from '../../testing/api/client';
import { createTestLabel } from '../../testing/api/fixtures';
import { createTestServer, setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';

const LABELS = '/recognition/v2/label/';
const TOKENS = '/account/v2/api-token/';

const server = setUpTestServer();
let owner: TestUser;
let workspace: string;
beforeEach(async () => {
  const tenant = await server.createTenant();
  [owner, workspace] = [tenant.user, tenant.workspaceId];
});

async function createToken(body: object = {}, user = owner) {
  const apiToken = expectBody<CreatedApiToken>(
    await user.client.post(TOKENS, { name: 'Pipeline', scopes: ['read'], ...body }),
    201,
  );
  return { ...apiToken, client: new TestClient(server.origin, `Token ${apiToken.token}`) };
}
const listTokens = async () => expectBody<ApiToken[]>(await owner.client.get(TOKENS));
const readSetting = (client: TestClient) => client.get(`/account/v2/workspace/${workspace}/settings/`);
const writeLabel = (client: TestClient) => client.post(LABELS, { name: 'Label', workspace });

describe('API token', () => {
  it('permits only requests within its scopes', async () => {
    const requestByScope = {
      read: (client: TestClient) => client.get(LABELS),
      write: writeLabel,
      train: (client: TestClient) => client.post('/annotate/v2/evaluation', { workspace }),
      admin: (client: TestClient) => client.patch(`/account/v2/workspace/${workspace}/`, { name: 'New name' }),
    } as const;
    const scopes = ['read', 'write', 'train', 'admin'] as const;
    for (const scope of scopes) {
      const { client } = await createToken({ scopes: [scope] });
      for (const requestScope of scopes) {
        const { status } = await requestByScope[requestScope](client);
        expect([scope, requestScope, status === 403]).toEqual([scope, requestScope, scope !== requestScope]);
      }
    }
  });

  it('never exceeds the role of its user', async () => {
    const viewer = await server.createTestUser();
    await server.db.insertInto('membership').values({ user_id: viewer.id, workspace_id: workspace, role: 'viewer' }).execute();
    const { client } = await createToken({ scopes: ['read', 'write', 'train', 'admin'] }, viewer);
    expect((await client.get(LABELS)).status).toBe(200);
    expect((await writeLabel(client)).status).toBe(403);
  });

  it('gives access to a single workspace if it is restricted to one', async () => {
    const secondWorkspaceId = await server.createTestWorkspace({ members: [owner] });
    const { client } = await createToken({ only_workspace: secondWorkspaceId, scopes: ['read', 'write'] });
    expect(expectBody<Workspace[]>(await client.get('/account/v2/workspace/')).map(({ id }) => id)).toEqual([secondWorkspaceId]);
    expect(expectBody(await client.get('/account/v2/details/'))).toMatchObject({ default_workspace: secondWorkspaceId });
    expect((await client.get(LABELS, { workspace })).status).toBe(404);
    const label = await createTestLabel(owner.client, { workspace });
    expect((await client.get(`${LABELS}${label.id}`)).status).toBe(404);
    expect((await createTestLabel(client)).workspace).toBe(secondWorkspaceId);
    const foreignTenant = await server.createTenant();
    const refusedResponse = await owner.client.post(TOKENS, {
      name: 'X',
      scopes: ['read'],
      only_workspace: foreignTenant.workspaceId,
    });
    expect(refusedResponse.status).toBe(404);
  });

  it('is shown once and stored as a hash', async () => {
    const headers = { 'idempotency-key': 'a token' };
    const body = { name: 'Pipeline', scopes: ['read', 'read'] };
    const { token } = expectBody<CreatedApiToken>(await owner.client.post(TOKENS, body, { headers }), 201);
    expect((await owner.client.post(TOKENS, body, { headers })).status).toBe(409);
    expect(token).toMatch(/^console_[0-9a-f]{48}$/);
    const [listedToken] = await listTokens();
    expect(listedToken).toMatchObject({
      name: 'Pipeline',
      prefix: token.slice(0, 12),
      scopes: ['read'],
      last_used: null,
      expires: null,
    });
    expect(JSON.stringify(listedToken)).not.toContain(token);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      server.db,
    );
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where strpos(to_jsonb(t)::text, ${token}) > 0`.execute(
        server.db,
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });

  it('cannot manage credentials or read the default token of the user', async () => {
    const { client, id } = await createToken({ scopes: ['read', 'write', 'train', 'admin'] });
    const copyBody = { name: 'Copy', scopes: ['read', 'write', 'train', 'admin'] };
    const responses = [
      await client.get('/account/v2/token/'),
      await client.get(TOKENS),
      await client.post(TOKENS, copyBody),
      await client.delete(`${TOKENS}${id}`),
      await client.get('/account/v2/session/'),
      await client.post('/account/v2/session/end-others'),
      await client.post('/account/v2/password-reset/link', { user: owner.id, workspace }),
      await client.post('/account/v2/invitation/accept', { token: 'x' }),
      await client.post('/account/v2/workspace/', { name: 'Another one' }),
      await new TestClient(server.origin, `Token ${owner.apiToken}`).post(TOKENS, copyBody),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403));
    expect((await client.get('/account/v2/details/')).status).toBe(200);
    expect((await new TestClient(server.origin, `Token ${owner.apiToken}`).get('/account/v2/token/')).status).toBe(200);
  });

  it('becomes invalid on all servers when deleted or expired, or when its user leaves', async () => {
    const otherServer = await createTestServer({ sharedWith: server });
    const createOtherClient = ({ token }: { token: string }) => new TestClient(otherServer.origin, `Bearer ${token}`);
    const [deletedToken, expiringToken, memberToken] = [
      await createToken(),
      await createToken({ expires_in_days: 1 }),
      await createToken(),
    ];
    for (const token of [deletedToken, expiringToken, memberToken])
      expect((await createOtherClient(token).get(LABELS)).status).toBe(200);
    expect((await owner.client.delete(`${TOKENS}${deletedToken.id}`)).status).toBe(204);
    expect((await createOtherClient(deletedToken).get(LABELS)).status).toBe(401);
    await server.db.updateTable('api_token').set({ expires: new Date() }).where('id', '=', expiringToken.id).execute();
    expect((await createOtherClient(expiringToken).get(LABELS)).status).toBe(401);
    await removeMember(server.db, workspace, owner.id);
    expect((await createOtherClient(memberToken).get(LABELS, { workspace })).status).toBe(404);
    await otherServer.close();
  });

  it('records its last use at most once a minute', async () => {
    const { client, id } = await createToken();
    await Promise.all(Array.from({ length: 5 }, () => client.get(LABELS)));
    const [usedToken] = await listTokens();
    expect(Date.now() - Date.parse(usedToken?.last_used ?? '')).toBeLessThan(60_000);
    server.countStatements();
    await client.get(LABELS);
    const statementsWithoutUse = server.countStatements();
    expect((await listTokens())[0]?.last_used).toBe(usedToken?.last_used);
    const lastUseBefore = new Date(Date.now() - 61_000);
    await server.db.updateTable('api_token').set({ last_used: lastUseBefore }).where('id', '=', id).execute();
    server.countStatements();
    await client.get(LABELS);
    expect(server.countStatements()).toBe(statementsWithoutUse + 1);
    expect(Date.parse((await listTokens())[0]?.last_used ?? '')).toBeGreaterThan(lastUseBefore.getTime());
  });

  it('is named in the history of its changes and in the audit log', async () => {
    const { client, id } = await createToken({ name: 'Night import', scopes: ['read', 'write'] });
    await createTestLabel(client, { workspace });
    await createTestLabel(owner.client, { workspace });
    expect((await owner.client.delete(`${TOKENS}${id}`)).status).toBe(204);
    const { results } = expectBody<{ results: ChangeSet[] }>(await owner.client.get('/history/v2/set/', { workspace, limit: 2 }));
    expect(results.map(({ origin, token }) => [origin, token])).toEqual([
      ['console', null],
      ['token', 'Night import'],
    ]);
    const auditLog = expectBody<{ results: { action: string; subject_id: string }[] }>(
      await owner.client.get('/account/v2/audit/', { workspace }),
    );
    expect(auditLog.results.filter(({ subject_id }) => subject_id === id).map(({ action }) => action)).toEqual([
      'token-deleted',
      'token-created',
    ]);
  });

  it('is limited to 100 for each user, also in concurrent calls', async () => {
    await server.db
      .insertInto('api_token')
      .values(
        Array.from({ length: 98 }, (_, n) => ({
          user_id: owner.id,
          workspace_id: null,
          name: `Token ${n}`,
          scopes: ['read' as const],
          expires: null,
          hash: Buffer.from(`${owner.id} ${n}`),
          prefix: 'console_0000',
        })),
      )
      .execute();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => owner.client.post(TOKENS, { name: 'T', scopes: ['read'] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  });

  it('does not restrict the default token of the user', async () => {
    const client = new TestClient(server.origin, `Token ${owner.apiToken}`);
    expect((await writeLabel(client)).status).toBe(201);
    expect((await readSetting(client)).status).toBe(200);
  });
});
