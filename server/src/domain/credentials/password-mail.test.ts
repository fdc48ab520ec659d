import { sql } from 'kysely';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { readSecret, startMailServer, type TestMailServer } from '../../testing/mail/smtp-server';
import { enqueuePasswordMail } from './password-mail';

const PUBLIC_URL = 'https://console.localhost';

let mailServer: TestMailServer;
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { url: mailServer.url, from: 'console@test.example' };
  server = await createTestServer({ config: { mail, publicUrl: PUBLIC_URL } });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  user = await server.createTestUser();
  mailServer.mails.length = 0;
  mailServer.refusals.clear();
});

const requestPassword = (email: string) => server.anonymous.post('/account/v2/password-reset/request', { email });
const setPassword = (token: string) =>
  server.anonymous.post('/account/v2/password-reset/', { token, password: 'a new long secret' });

describe('request of a new password by email', () => {
  it('sends a link that sets it, whatever host name the request has', async () => {
    const forgedHost = { headers: { host: 'localhost:1', 'x-forwarded-host': 'attacker.example' } };
    expect(
      (await server.anonymous.post('/account/v2/password-reset/request', { email: ` ${user.email.toUpperCase()}` }, forgedHost))
        .status,
    ).toBe(202);
    await server.runWork();
    const [mail] = mailServer.mails;
    expect([mail?.to, mail?.subject]).toEqual([user.email, 'Set a new password']);
    expect(mail?.text).toContain(`${PUBLIC_URL}/new-password#`);
    expect((await setPassword(readSecret(mail!.text))).status).toBe(204);
  });

  it('responds in the same way and does the same work for an unknown account', async () => {
    const outcomes = [];
    for (const email of [user.email, 'unknown@test.example']) {
      server.countStatements();
      const { status, text, headers } = await requestPassword(email);
      const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker.jobs`.execute(server.db);
      outcomes.push({ status, text, names: Object.keys(headers), statements: server.countStatements(), jobs: rows[0]?.jobs });
      await server.runWork();
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([user.email]);
  });

  it('cannot flood a mailbox', async () => {
    for (let requestIndex = 0; requestIndex < 8; requestIndex += 1) {
      await enqueuePasswordMail(server.db, user.email);
      await server.runWork();
    }
    expect(mailServer.mails).toHaveLength(5);
    for (let requestIndex = 0; requestIndex < 10; requestIndex += 1)
      expect((await requestPassword('flooded@test.example')).status).toBe(202);
    expect((await requestPassword('flooded@test.example')).status).toBe(429);
    expect((await requestPassword(user.email)).status).toBe(202);
    await server.runWork();
  });

  it('leaves no valid link behind if the email could not be sent', async () => {
    mailServer.refusals.set(user.email, 550);
    await requestPassword(user.email);
    await server.runWork();
    const storedLinks = await server.db.selectFrom('password_link').select('hash').where('user_id', '=', user.id).execute();
    expect([storedLinks, mailServer.mails]).toEqual([[], []]);
  });

  it('is dropped if the mail server was unreachable for an hour', async () => {
    await enqueuePasswordMail(server.db, user.email, Date.now() - 3_601_000);
    await server.runWork();
    expect(mailServer.mails).toEqual([]);
  });
});
