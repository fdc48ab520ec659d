import type { CreatedInvitation, Invitation } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import type { ListEnvelope } from '../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { readSecret, startMailServer, startSilentServer, type TestMailServer } from '../../testing/mail/smtp-server';

const PUBLIC_URL = 'https://console.localhost/app';
const FROM = 'Console <console@test.example>';

let mailServer: TestMailServer;
let server: TestServer;
let owner: TestUser;
let workspace: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await createTestServer({ config: { mail: { url: mailServer.url, from: FROM }, publicUrl: PUBLIC_URL } });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  owner = await server.createTestUser();
  workspace = await server.createTestWorkspace({ name: 'Shelves and more', members: [owner] });
  mailServer.mails.length = 0;
  mailServer.refusals.clear();
});

const createInvitation = async (email: string, client = owner.client) =>
  expectBody<CreatedInvitation>(await client.post('/account/v2/invitation/', { role: 'reviewer', email, workspace }), 201);
const listInvitationStates = async () => {
  const { results } = expectBody<ListEnvelope<Invitation>>(await owner.client.get('/account/v2/invitation/', { workspace }));
  return results.map(({ mail, state }) => [mail, state]);
};

describe('email of an invitation', () => {
  it('contains a link that works once, like the link in the response', async () => {
    const [firstUser, secondUser] = [await server.createTestUser(), await server.createTestUser()];
    const createdInvitation = await createInvitation(firstUser.email);
    expect(createdInvitation.mail).toBe('pending');
    await createInvitation(secondUser.email);
    await server.runWork();
    expect(mailServer.mails.map(({ to }) => to).sort()).toEqual([firstUser.email, secondUser.email].sort());
    const [mail] = mailServer.mails.filter(({ to }) => to === firstUser.email);
    expect(mail?.subject).toBe('Invitation to the workspace Shelves and more');
    expect(mail?.text).toContain(`${PUBLIC_URL}/invitation#`);
    expect(mail?.text).toContain(`${owner.email} invites you to the workspace "Shelves and more" as reviewer.`);
    expect(await listInvitationStates()).toEqual([
      ['sent', 'open'],
      ['sent', 'open'],
    ]);
    const secret = readSecret(mail!.text);
    expect(secret).not.toBe(readSecret(createdInvitation.link));
    const acceptInvitation = (token: string) => firstUser.client.post('/account/v2/invitation/accept', { token });
    expect((await acceptInvitation(secret)).status).toBe(200);
    expect((await acceptInvitation(readSecret(createdInvitation.link))).status).toBe(410);
  });

  it('is not sent for an invitation that was revoked', async () => {
    const { id } = await createInvitation('later@test.example');
    expect((await owner.client.delete(`/account/v2/invitation/${id}`)).status).toBe(204);
    await server.runWork();
    expect(mailServer.mails).toEqual([]);
  });

  it('is not repeated if the mail server refuses the recipient for good', async () => {
    mailServer.refusals.set('nobody@test.example', 550);
    await createInvitation('nobody@test.example');
    await server.runWork();
    expect(await listInvitationStates()).toEqual([['failed', 'open']]);
    mailServer.refusals.clear();
    await server.runWork();
    expect(mailServer.mails).toEqual([]);
  });

  it('is repeated after a temporary failure', async () => {
    mailServer.refusals.set('busy@test.example', 450);
    await createInvitation('busy@test.example');
    await server.runWork();
    expect(await listInvitationStates()).toEqual([['failed', 'open']]);
    mailServer.refusals.clear();
    await server.runWork();
    expect(mailServer.mails.map(({ to }) => to)).toEqual(['busy@test.example']);
    expect(await listInvitationStates()).toEqual([['sent', 'open']]);
  });

  it('cannot contain headers or recipients that a member enters', async () => {
    await server.db
      .updateTable('workspace')
      .set({ name: 'A\r\nBcc: victim@test.example\r\n\r\nB' })
      .where('id', '=', workspace)
      .execute();
    await createInvitation('guest@test.example');
    await server.runWork();
    expect(mailServer.mails.map(({ to }) => to)).toEqual(['guest@test.example']);
    for (const email of ['a@test.example, b@test.example', 'a@test.example\r\nBcc: b@test.example', '<a@test.example>'])
      expect((await owner.client.post('/account/v2/invitation/', { role: 'viewer', email, workspace })).status).toBe(400);
  });
});

describe('a mail server that never responds', () => {
  it('blocks neither requests nor other work', async () => {
    const silentServer = await startSilentServer();
    const waitingServer = await createTestServer({
      sharedWith: server,
      config: { mail: { url: silentServer.url, from: FROM }, publicUrl: PUBLIC_URL },
    });
    const startTime = Date.now();
    const { id } = await createInvitation('guest@test.example');
    const request = await waitingServer.anonymous.post('/account/v2/password-reset/request', { email: owner.email });
    expect([request.status, Date.now() - startTime < 10_000]).toEqual([202, true]);
    const workAttempt = waitingServer.runWork();
    await silentServer.connected;
    expect((await owner.client.get('/account/v2/details/')).status).toBe(200);
    silentServer.close();
    await workAttempt;
    await server.runWork();
    expect(mailServer.mails.map(({ to }) => to).sort()).toEqual(['guest@test.example', owner.email].sort());
    expect(await listInvitationStates()).toEqual([['sent', 'open']]);
    expect(id).toBeDefined();
    await waitingServer.close();
  });
});
