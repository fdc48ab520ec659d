import type { AuditEntry, Change, ChangeSet } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, TestClient } from '../../testing/api/client';
import { uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { forgetDeclaredName, forgetUser } from './forget-user';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let workspace: string;

const EMAIL = 'anna.muster@test.example';
const USERNAME = 'Anna Muster (QA)';
const forgetAnna = (email = EMAIL) => server.db.transaction().execute((trx) => forgetUser(trx, email));

beforeEach(async () => {
  owner = await server.createTestUser();
  anna = await server.createTestUser({ email: EMAIL, username: USERNAME, password: 'a long secret' });
  workspace = await server.createTestWorkspace({ members: [owner, anna] });
});
afterEach(async () => {
  await forgetAnna();
});

/** Returns the names of tables with a row that contains the text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(server.db);
  const checks = rows.map(
    ({ name }) => sql<{ name: string }>`
      select ${name}::text as name
      where exists (select from ${sql.table(`public.${name}`)} t where strpos(to_jsonb(t)::text, ${text}) > 0)`,
  );
  const { rows: tables } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(server.db);
  return tables.map(({ name }) => name);
}

/** Stores one imported fact for each name: that this person verified the row. */
async function insertDeclaredFacts(...names: string[]) {
  const [import_id, row_ids, subject_id] = [anna.id, [anna.id], anna.id];
  const factsJson = JSON.stringify(names.map((userName) => ({ action: 'verified', by: userName, at: null })));
  const relation = 'training_image' as const;
  await server.db
    .insertInto('declared_provenance')
    .values({
      workspace_id: workspace,
      import_id,
      imported_by: null,
      file: 'a.xml',
      relation,
      subject_id,
      row_ids,
      facts: factsJson,
    })
    .execute();
}

describe('forgetUser', () => {
  it('leaves neither the email nor the name in any table', async () => {
    const image = await uploadImage(anna.client, { workspace });
    expectBody(await anna.client.post('/annotate/v2/verification/', { image_id: image.id, workspace }), 201);
    // The next two calls store names of users in a recorded API response and in a dataset version.
    const headers = { 'idempotency-key': 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11' };
    const job = { name: 'Shelves', assignees: [anna.id], workspace };
    expectBody(await owner.client.post('/annotate/v2/imagejob/', job, { headers }), 201);
    expectBody(await owner.client.post('/recognition/v2/dataset/', { name: 'v1', workspace }), 201);
    const token = { name: 'Muster Import', scopes: ['read', 'write'] };
    const { token: secret } = expectBody<{ token: string }>(await anna.client.post('/account/v2/api-token/', token), 201);
    await uploadImage(new TestClient(server.origin, `Token ${secret}`), { workspace });
    // The same email address is invited to another workspace.
    const otherTenant = await server.createTenant();
    expectBody(await otherTenant.client.post('/account/v2/invitation/', { role: 'viewer', email: EMAIL }), 201);
    await server.runWork();
    expect(await findTablesWith(EMAIL)).toEqual(expect.arrayContaining(['app_user', 'dataset_picture', 'invitation']));
    expect(await findTablesWith(USERNAME)).toEqual(expect.arrayContaining(['app_user', 'audit_entry', 'idempotency_key']));
    await forgetAnna();
    expect(await findTablesWith(EMAIL)).toEqual([]);
    expect(await findTablesWith('Muster')).toEqual([]);
  });

  it('ends the sessions, the API token and the memberships', async () => {
    const { refresh } = expectBody<{ refresh: string }>(
      await server.anonymous.post('/account/v2/login/', { email: EMAIL, password: 'a long secret' }),
    );
    const apiTokenClient = new TestClient(server.origin, `Token ${anna.apiToken}`);
    expect(await forgetAnna()).toMatchObject({ workspaces: 1 });
    const loginResponse = await server.anonymous.post('/account/v2/login/', { email: EMAIL, password: 'a long secret' });
    const refreshResponse = await server.anonymous.post('/account/v2/jwt/refresh/', { refresh });
    const responses = [
      loginResponse,
      refreshResponse,
      await apiTokenClient.get('/account/v2/details'),
      await anna.client.get('/account/v2/details'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('keeps the work of the user under a pseudonym', async () => {
    const image = await uploadImage(anna.client, { workspace });
    expectBody(await anna.client.post('/annotate/v2/verification/', { image_id: image.id, workspace }), 201);
    const { pseudonym } = await forgetAnna();
    const verifications = expectBody<{ results: object[] }>(
      await owner.client.get('/annotate/v2/verification/', { workspace, image: image.id }),
    );
    expect(verifications.results).toMatchObject([{ user: { id: anna.id, username: pseudonym } }]);
    const changeSets = expectBody<{ results: ChangeSet[] }>(await owner.client.get('/history/v2/set/', { workspace }));
    expect(changeSets.results.flatMap(({ user }) => user ?? [])).toContainEqual({ id: anna.id, username: null });
    const auditLog = expectBody<{ results: AuditEntry[] }>(await owner.client.get('/account/v2/audit/', { workspace }));
    expect(auditLog.results).toContainEqual(expect.objectContaining({ user: { id: anna.id, username: pseudonym } }));
  });

  it('records the end of the membership without names', async () => {
    await forgetAnna();
    const changes = expectBody<{ results: Change[] }>(
      await owner.client.get('/history/v2/change/', { workspace, subject: workspace }),
    );
    expect(changes.results[0]).toMatchObject({
      kind: 'membership',
      operation: 'delete',
      before: { user_id: anna.id, workspace_id: workspace },
    });
  });

  it('keeps values that users entered, and users with similar names', async () => {
    const similarUser = await server.createTestUser({ email: `x${EMAIL}`, username: `${USERNAME} 2` });
    const image = await uploadImage(owner.client, { workspace, meta_data: { photographer: USERNAME } });
    await forgetAnna();
    expect(expectBody(await owner.client.get(`/recognition/v2/training-image/${image.id}`))).toMatchObject({
      meta_data: { photographer: USERNAME },
    });
    expect(expectBody(await similarUser.client.get('/account/v2/details'))).toMatchObject({ username: `${USERNAME} 2` });
    await server.db.deleteFrom('app_user').where('id', '=', similarUser.id).execute();
  });

  it('replaces the email and the name in imported provenance facts', async () => {
    await insertDeclaredFacts(EMAIL, USERNAME);
    await forgetAnna();
    expect(await findTablesWith(EMAIL)).toEqual([]);
    expect(await findTablesWith('"by": "Anna Muster')).toEqual([]);
  });

  it('changes nothing when repeated', async () => {
    await forgetAnna();
    expect(await forgetAnna()).toEqual({ pseudonym: null, workspaces: 0, replaced: [] });
  });
});

describe('forgetDeclaredName', () => {
  it('removes exactly this name from imported provenance facts', async () => {
    await insertDeclaredFacts('Sam "Q"', 'Sam');
    expect(await server.db.transaction().execute((trx) => forgetDeclaredName(trx, 'Sam "Q"'))).toEqual([
      { table: 'declared_provenance', rows: 1 },
    ]);
    const { facts: storedFacts } = await server.db
      .selectFrom('declared_provenance')
      .select('facts')
      .where('workspace_id', '=', workspace)
      .executeTakeFirstOrThrow();
    expect(storedFacts).toMatchObject([{ by: 'Removed name' }, { by: 'Sam' }]);
  });
});
