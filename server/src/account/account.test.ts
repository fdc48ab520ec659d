import type { AuditEntry } from '@console/shared-contract/api';
import { bodyOf, TestClient } from '../testing/client';
import { makeJob, uploadImage } from '../testing/fixtures';
import { tasksOf } from '../background-work';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { setPassword } from './users';
import { addMember } from './workspaces';
import { countLogin, forgiveLogin } from './login-throttle';

interface Tokens {
  access: string;
  refresh: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());

const as = (access: string) => new TestClient(server.origin, `Bearer ${access}`);
const login = async (body: object) => server.anonymous.post('/account/v2/login/', body);
const refresh = async (token: string) => server.anonymous.post('/account/v2/jwt/refresh/', { refresh: token });

async function signedIn(): Promise<Tokens & { id: string }> {
  const user = await server.makeUser();
  return { id: user.id, ...bodyOf<Tokens>(await login({ email: user.email, password: user.password })) };
}

describe('signing in', () => {
  it('opens the account with the email, whatever its case, or the user name', async () => {
    const user = await server.makeUser({ email: 'Anna.Muster@Test.example', username: 'Anna', password: 'a long secret' });
    for (const body of [{ email: 'anna.muster@TEST.example' }, { username: 'anna' }, { username: 'anna.muster@test.example' }]) {
      const { access } = bodyOf<Tokens>(await login({ ...body, password: 'a long secret' }));
      expect(bodyOf(await as(access).get('/account/v2/details/'))).toMatchObject({
        id: user.id,
        username: 'Anna',
        email: 'anna.muster@test.example',
      });
    }
  });

  it('says no more than that it failed, for a wrong password and for an unknown account', async () => {
    const user = await server.makeUser();
    for (const body of [
      { email: user.email, password: 'wrong' },
      { email: 'nobody@test.example', password: 'wrong' },
    ]) {
      const answer = await login(body);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ detail: 'Unable to login. Invalid credentials' });
    }
  });

  it('names the field that is missing', async () => {
    const noLogin = await login({ password: 'x' });
    expect([noLogin.status, noLogin.body]).toEqual([400, { detail: 'email: is required' }]);
    const noPassword = await login({ email: 'a@test.example' });
    expect(noPassword.status).toBe(400);
    expect(noPassword.text).toContain('password');
  });

  it('stops guessing after ten failures, also when the last guess is right, but not for others', async () => {
    const user = await server.makeUser();
    const other = await server.makeUser();
    const guesses = await Promise.all(Array.from({ length: 10 }, () => login({ email: user.email, password: 'guess' })));
    expect(guesses.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 401));
    const right = await login({ email: user.email, password: user.password });
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login({ email: other.email, password: other.password })).status).toBe(200);
  });

  it('counts the guesses at all servers of the database together, and again when their time is over', async () => {
    const user = await server.makeUser();
    const right = { email: user.email, password: user.password };
    const neighbour = await makeTestServer({ besides: server });
    const at = (n: number) => (n % 2 ? neighbour.anonymous : server.anonymous);
    for (let n = 0; n < 10; n += 1) {
      const answer = await at(n).post('/account/v2/login/', { ...right, password: 'guess' });
      expect(answer.status).toBe(401);
    }
    for (const n of [0, 1]) expect((await at(n).post('/account/v2/login/', right)).status).toBe(429);
    await server.db
      .updateTable('login_failure')
      .set({ until: new Date(Date.now() - 1) })
      .execute();
    for (const n of [0, 1]) expect((await at(n).post('/account/v2/login/', right)).status).toBe(200);
    await neighbour.close();
  });

  it('counts the guesses at an account from wherever they come, and blocks for longer each time', async () => {
    const guess = (n: number) => countLogin(server.db, 'guessed', `198.51.100.${n}`);
    const waits: number[] = [];
    for (let n = 0; n < 60; n += 1) waits.push(await guess(n));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
    const longest: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await server.db
        .updateTable('login_failure')
        .set({ blocked: new Date(0) })
        .execute();
      expect(await guess(n)).toBe(0);
      longest.push(Math.round((await guess(n)) / 60));
    }
    expect(longest).toEqual([30, 60, 60, 60]);
  });

  it('lets the owner in from an address they have signed in from, whoever guesses elsewhere or behind it', async () => {
    const [home, away] = ['203.0.113.1', '203.0.113.2'];
    expect(await countLogin(server.db, 'owner', home)).toBe(0);
    await forgiveLogin(server.db, 'owner', home);
    for (let n = 0; n < 20; n += 1) await countLogin(server.db, 'owner', `203.0.113.${n + 10}`);
    for (let n = 0; n < 150; n += 1) await countLogin(server.db, `somebody ${n}`, home);
    expect(await countLogin(server.db, 'owner', away)).toBeGreaterThan(0);
    expect(await countLogin(server.db, 'newcomer', home)).toBeGreaterThan(0);
    for (let n = 0; n < 10; n += 1) expect(await countLogin(server.db, 'owner', home)).toBe(0);
    expect(await countLogin(server.db, 'owner', home)).toBeGreaterThan(0);
  });

  it('does not hold one person against all behind an address, until they are many', async () => {
    const wait = (account: string) => countLogin(server.db, account, '192.0.2.1');
    const waits: number[] = [];
    for (let n = 0; n < 130; n += 1) waits.push(await wait('one'));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
    expect(await wait('other')).toBe(0);
    await forgiveLogin(server.db, 'other', '192.0.2.1');
    const others = await Promise.all(Array.from({ length: 95 }, (_, n) => wait(`nobody ${n}`)));
    expect(others.filter((seconds) => seconds === 0)).toHaveLength(90);
    expect(await wait('one more')).toBeGreaterThan(0);
    expect(await countLogin(server.db, 'one more', '192.0.2.2')).toBe(0);
    // Who has signed in from there is let in.
    expect(await wait('other')).toBe(0);
  });
});

describe('a session', () => {
  it('is refused without a token, with a forged one, and with an unknown scheme', async () => {
    const { access } = await signedIn();
    const forged = `${access.slice(0, -4)}AAAA`;
    for (const authorization of [null, `Bearer ${forged}`, 'Bearer', 'Basic YTpi', 'Token short', `Basic ${access}`]) {
      const answer = await new TestClient(server.origin, authorization).get('/account/v2/details/');
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ detail: expect.any(String) });
    }
  });

  it('takes Bearer, JWT and the API token alike', async () => {
    const { access, id } = await signedIn();
    const { token } = bodyOf<{ token: string }>(await as(access).get('/account/v2/token'));
    expect(token).toHaveLength(40);
    for (const authorization of [`Bearer ${access}`, `JWT ${access}`, `Token ${token}`]) {
      const answer = await new TestClient(server.origin, authorization).get('/account/v2/user');
      expect(bodyOf(answer)).toMatchObject({ id });
    }
  });

  it('gives a new refresh token with each refresh', async () => {
    const first = await signedIn();
    const second = bodyOf<Tokens>(await refresh(first.refresh));
    expect(second.refresh).not.toBe(first.refresh);
    expect(bodyOf(await as(second.access).get('/account/v2/details/'))).toMatchObject({ id: first.id });
  });

  it('survives ten tabs that refresh at once', async () => {
    const { refresh: token } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const answer of answers) expect((await refresh(bodyOf<Tokens>(answer).refresh)).status).toBe(200);
  });

  it('ends whole when a used token comes again after the grace', async () => {
    const first = await signedIn();
    const second = bodyOf<Tokens>(await refresh(first.refresh));
    await server.db
      .updateTable('refresh_token')
      .set({ used: new Date(Date.now() - 61_000) })
      .where('used', 'is not', null)
      .execute();
    expect((await refresh(first.refresh)).status).toBe(401);
    expect((await refresh(second.refresh)).status).toBe(401);
    expect((await as(second.access).get('/account/v2/details/')).status).toBe(401);
  });

  it('ends with the logout, for every token of it and no other', async () => {
    const user = await server.makeUser();
    const here = bodyOf<Tokens>(await login({ email: user.email, password: user.password }));
    const there = bodyOf<Tokens>(await login({ email: user.email, password: user.password }));
    expect((await as(here.access).get('/account/v2/logout')).status).toBe(200);
    expect((await as(here.access).get('/account/v2/details/')).status).toBe(401);
    expect((await refresh(here.refresh)).status).toBe(401);
    expect((await refresh(there.refresh)).status).toBe(200);
  });

  it('gives access for a quarter of an hour at a time', async () => {
    const { access } = await signedIn();
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(900);
  });

  it('does not last longer than its refresh token', async () => {
    const { refresh: token, id } = await signedIn();
    await server.db
      .updateTable('refresh_token')
      .set({ expires: new Date(Date.now() - 1) })
      .where('session_id', 'in', (eb) => eb.selectFrom('session').select('id').where('user_id', '=', id))
      .execute();
    expect((await refresh(token)).status).toBe(401);
    expect((await refresh('never given')).status).toBe(401);
  });
});

describe('the log of a workspace', () => {
  it('tells its owner who signed in, verified, deleted and was let in, and nobody else', async () => {
    const owner = await server.makeUser();
    const member = await server.makeUser();
    const workspace = await server.makeWorkspace({ members: [owner, member] });
    await login({ email: member.email, password: 'a wrong one' });
    await login({ email: member.email, password: member.password });
    const image = await uploadImage(member.client);
    await member.client.post('/annotate/v2/verification/', { image_id: image.id });
    await owner.client.delete(`/recognition/v2/training-image/${image.id}`);
    const job = await makeJob(member.client);
    for (const done of [true, true]) await member.client.put(`/annotate/v2/imagejob/${job.id}`, { done });
    await setPassword(server.db, member.id, 'another password');
    const log = bodyOf<{ count: number; results: AuditEntry[] }>(
      await owner.client.get('/account/v2/audit/', { workspace, page_size: 6 }),
    );
    expect(log.results.map(({ action, user, subject }) => [action, user?.username ?? null, subject])).toEqual([
      ['password', null, 'user'],
      ['complete', member.email, 'annotate/imagejob'],
      ['delete', owner.email, 'recognition/training-image'],
      ['verify', member.email, 'annotate/verification'],
      ['sign-in', member.email, 'user'],
      ['sign-in-failed', null, 'user'],
    ]);
    expect(log.results.slice(1).map((entry) => entry.subject_id)).toEqual([job.id, image.id, image.id, member.id, member.id]);
    expect(log.count).toBeGreaterThanOrEqual(6);
    const { client: other } = await server.makeTenant();
    expect((await other.get('/account/v2/audit/', { workspace })).status).toBe(404);
    const another = await server.makeUser();
    await addMember(server.db, workspace, another.id);
    expect((await another.client.get('/account/v2/audit/', { workspace })).status).toBe(403);
  });

  it('is kept as long as the operator says', async () => {
    const { client, workspaceId } = await server.makeTenant();
    const ages = [1, 29, 31, 800];
    await server.db
      .insertInto('audit_entry')
      .values(
        ages.map((days) => ({
          workspace_id: workspaceId,
          action: 'token' as const,
          subject_id: String(days),
          created: new Date(Date.now() - days * 86_400_000),
        })),
      )
      .execute();
    const kept = async () => {
      const { results } = bodyOf<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/', { action: 'token' }));
      return results.map((entry) => entry.subject_id);
    };
    const forget = (auditDays: number) => {
      const { deps } = server.app;
      return tasksOf({ ...deps, config: { ...deps.config, auditDays } })
        .find(({ name }) => name === 'forget-old-audit')
        ?.run({});
    };
    await forget(0);
    expect(await kept()).toEqual(['1', '29', '31', '800']);
    await forget(30);
    expect(await kept()).toEqual(['1', '29']);
  });

  it('cannot be changed', async () => {
    await server.makeTenant();
    await expect(server.db.deleteFrom('audit_entry').execute()).rejects.toThrow('append-only');
    await expect(server.db.updateTable('audit_entry').set({ username: 'other' }).execute()).rejects.toThrow('append-only');
  });
});

describe('workspaces', () => {
  it('are listed as a bare array, the default one marked', async () => {
    const user = await server.makeUser();
    const first = await server.makeWorkspace({ name: 'beta', members: [user] });
    const second = await server.makeWorkspace({ name: 'Alpha', members: [user] });
    await server.makeTenant();
    const list = bodyOf<{ id: string }[]>(await user.client.get('/account/v2/workspace/'));
    expect(list).toEqual([
      expect.objectContaining({ id: second, name: 'Alpha', is_default: false, blur_images: false, meta_data: {} }),
      expect.objectContaining({ id: first, name: 'beta', is_default: true, owner: user.id }),
    ]);
    expect(bodyOf(await user.client.get('/account/v2/details'))).toMatchObject({
      default_workspace: first,
      can_download_model: false,
    });
  });

  it('tell their services, the default one without being named', async () => {
    const { client, workspaceId } = await server.makeTenant(['recognition', 'annotate']);
    for (const query of [{}, { workspace: workspaceId }]) {
      const { results } = bodyOf<{ results: unknown[] }>(await client.get('/account/v2/resource', query));
      expect(results).toEqual([
        { service: { slug: 'annotate', name: 'Annotate' } },
        { service: { slug: 'recognition', name: 'Recognition' } },
      ]);
    }
  });

  it('of others are not there', async () => {
    const mine = await server.makeTenant();
    const theirs = await server.makeTenant();
    expect((await mine.client.get('/account/v2/resource', { workspace: theirs.workspaceId })).status).toBe(404);
    expect(
      (await mine.client.post('/authorization/v2/authorize', { service: 'flows', workspace: theirs.workspaceId })).status,
    ).toBe(404);
  });

  it('a membership that ended takes the default workspace with it', async () => {
    const { client, workspaceId, user } = await server.makeTenant();
    await server.db.deleteFrom('membership').where('user_id', '=', user.id).execute();
    expect(bodyOf(await client.get('/account/v2/details'))).toMatchObject({ default_workspace: null });
    expect((await client.get('/account/v2/resource')).status).toBe(403);
    expect((await client.get('/account/v2/resource', { workspace: workspaceId })).status).toBe(404);
  });

  it('answer whether a service may be used; the two names of recognition are one', async () => {
    const { client } = await server.makeTenant(['recognition']);
    const ask = async (service: string) =>
      bodyOf(await client.post('/authorization/v2/authorize', { service, call_type: 'classify' }));
    expect(await ask('custom-recognition')).toMatchObject({
      authorized: true,
      service: 'custom-recognition',
      call_type: 'classify',
    });
    expect(await ask('flows')).toMatchObject({ authorized: false });
    expect(await ask('unheard-of')).toMatchObject({ authorized: false });
  });
});
