import { activeWorkspaceIdAtom, sessionEndAtom, signedInAtom } from '../session/atoms';
import { writeTokens } from '../session/tokens';
import { consoleStore } from '../store';
import {
  deferred,
  failWith,
  page,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testWorkspace,
  type StubRequest,
} from '../testing';
import { api } from './api';
import { createApiClient } from './client';
import type { ApiError } from './errors';

const labels = 'GET /detection/v2/label/';
const refresh = 'POST /account/v2/jwt/refresh/';
const bearer = (request: StubRequest) => String(request.headers.Authorization).replace('Bearer ', '');
/** A server that knows one valid access token. */
const guardedBy = (valid: () => string) => (request: StubRequest) =>
  bearer(request) === valid() ? page([]) : failWith(401, 'Token has ended');

type Locked = (lock: object | null) => Promise<unknown>;
/** The browser's locks: `hold` runs the work when it may have the lock, or at once with null. */
function stubLocks(hold: (run: Locked, ifAvailable: boolean) => Promise<unknown>): void {
  const request = (_name: string, ...rest: [Locked] | [LockOptions, Locked]) =>
    rest.length === 1 ? hold(rest[0], false) : hold(rest[1], true);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

beforeEach(() => {
  resetSessionForTest();
  signInForTest();
});
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

describe('a call', () => {
  test('fills the path, carries the token and the workspace in the query of a GET and a DELETE', async () => {
    const stub = stubApi({ 'GET /detection/v2/object/{id}': { id: 'x' }, 'DELETE /detection/v2/object/{id}': undefined });
    await api.call('GET /detection/v2/object/{id}', { params: { id: 'a/b' } });
    await api.call('DELETE /detection/v2/object/{id}', { params: { id: 'c' } });
    expect(stub.requests[0]).toMatchObject({
      params: { id: 'a/b' },
      query: { workspace: testWorkspace.id },
      headers: { Authorization: 'Bearer test-access' },
    });
    expect(stub.requests[1]).toMatchObject({ params: { id: 'c' }, query: { workspace: testWorkspace.id } });
  });

  test('carries the workspace in the body of a write', async () => {
    const stub = stubApi({ 'POST /detection/v2/label/': {}, 'POST /detection/v2/task/{id}/train': {} });
    await api.call('POST /detection/v2/label/', { body: { name: 'Cup', color: '#ff0000' } });
    await api.call('POST /detection/v2/task/{id}/train', { params: { id: 't' } });
    expect(stub.requests[0]).toMatchObject({ body: { name: 'Cup', color: '#ff0000', workspace: testWorkspace.id }, query: {} });
    expect(stub.requests[1]?.body).toEqual({ workspace: testWorkspace.id });
  });

  test('keeps a workspace that the caller pinned', async () => {
    const stub = stubApi({ [labels]: page([]) });
    await api.call(labels, { workspace: 'pinned' });
    await api.call(labels, { workspace: null });
    expect(stub.requests.map((request) => request.query)).toEqual([{ workspace: 'pinned' }, {}]);
  });

  test('sends an idempotency key when given one', async () => {
    const stub = stubApi({ 'POST /detection/v2/label/': {} });
    await api.call('POST /detection/v2/label/', { body: { name: 'Cup', color: '#ff0000' }, idempotencyKey: 'k1' });
    expect(stub.requests[0]?.headers['Idempotency-Key']).toBe('k1');
  });

  test('that got no answer is, sent again, the same write; once another was answered it is a new one', async () => {
    const create = 'POST /product/v2/set/';
    const stub = stubApi({ [create]: failWith(0) });
    const send = (name: string) => api.call(create, { body: { name }, repeatable: true }).catch(() => undefined);
    await send('Spring');
    await send('Spring');
    await send('Autumn');
    const keys = () => stub.getRequests(create).map(({ headers }) => String(headers['Idempotency-Key']));
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
    stub.addHandlers({ [create]: { id: 's' } });
    await send('Spring');
    await send('Spring');
    await send('Autumn');
    expect(keys()[3]).toBe(keys()[0]);
    expect(new Set(keys()).size).toBe(4);
  });

  test("fails with the server's status and detail, or with status 0 without a connection", async () => {
    const stub = stubApi({ [labels]: failWith(400, 'page: must be at least 1') });
    await expect(api.call(labels)).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      detail: 'page: must be at least 1',
    } satisfies Partial<ApiError>);
    stub.addHandlers({ [labels]: failWith(0) });
    await expect(api.call(labels)).rejects.toMatchObject({ status: 0 });
  });
});

describe('a list', () => {
  const pageOf = (request: StubRequest) => {
    const at = Number(request.query.page ?? 1);
    const next =
      at < 3
        ? `http://elsewhere.test/api/detection/v2/label/?page=${at + 1}&page_size=2&search=a&workspace=${testWorkspace.id}`
        : null;
    return { count: 6, next, previous: null, results: [{ id: `${at}a` }, { id: `${at}b` }] };
  };

  test("is followed by next to its end, on the API's own address", async () => {
    const stub = stubApi({ [labels]: pageOf });
    const rows = await api.all(labels, { query: { page_size: 2, search: 'a' } });
    expect(rows.map((row) => row.id)).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(stub.getRequests(labels)).toHaveLength(3);
    expect(stub.requests[2]?.query).toMatchObject({ search: ['a'], page_size: ['2'], page: '3' });
  });

  test('asks for the pages after the first together, and goes on where rows have been added meanwhile', async () => {
    const answers: (() => void)[] = [];
    let bothAsked = () => {};
    const asked = new Promise<void>((resolve) => (bothAsked = resolve));
    const stub = stubApi({
      [labels]: (request: StubRequest) => {
        const at = Number(request.query.page ?? 1);
        const answer = { ...pageOf(request), count: 6, next: at < 4 ? `/api/detection/v2/label/?page=${at + 1}` : null };
        if (at === 1 || at === 4) return answer;
        return new Promise((resolve) => {
          if (answers.push(() => resolve(answer)) === 2) bothAsked();
        });
      },
    });
    const rows = api.all(labels, { query: { page_size: 2 } });
    await asked;
    for (const answer of answers.reverse()) answer();
    expect((await rows).map((row) => row.id)).toEqual(['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b']);
    expect(stub.getRequests(labels)).toHaveLength(4);
  });

  test('of more than a page tells the first rows before it asks for the others, and of one page nothing', async () => {
    const told: (string | number)[][] = [];
    const stub = stubApi({ [labels]: pageOf });
    const onFirstRows = (rows: readonly { id: string }[]) =>
      told.push([...rows.map(({ id }) => id), stub.getRequests(labels).length]);
    await api.all(labels, { query: { page_size: 2 }, onFirstRows });
    expect(told).toEqual([['1a', '1b', 1]]);
    stub.addHandlers({ [labels]: { count: 1, next: null, previous: null, results: [{ id: 'only' }] } });
    await api.all(labels, { onFirstRows });
    expect(told).toHaveLength(1);
  });

  describe('whose server ends pages early', () => {
    /** Pages of two rows, of which one answer has only one. */
    const shortPageOf = (request: StubRequest) => {
      const [at, skip] = [Number(request.query.page ?? 1), Number(request.query.skip ?? 0)];
      const rest = `/api/detection/v2/label/?page=${at}&page_size=2&skip=1`;
      const following = at < 3 ? `/api/detection/v2/label/?page=${at + 1}&page_size=2` : null;
      return { count: 6, next: skip === 0 ? rest : following, previous: null, results: [{ id: `${at}${skip}` }] };
    };
    const all = ['10', '11', '20', '21', '30', '31'];

    test('is read completely, each row once', async () => {
      stubApi({ [labels]: shortPageOf });
      const rows = await api.all(labels, { query: { page_size: 2 } });
      expect(rows.map((row) => row.id)).toEqual(all);
      const byPage: string[] = [];
      for await (const part of api.pages(labels, { query: { page_size: 2 } })) byPage.push(...part.results.map(({ id }) => id));
      expect(byPage).toEqual(all);
    });

    test('gives a page of the size that a call requests', async () => {
      stubApi({ [labels]: shortPageOf });
      const part = await api.call(labels, { query: { page: 2, page_size: 2 } });
      expect(part.results.map((row) => row.id)).toEqual(['20', '21']);
      expect(part.next).toContain('page=3');
    });
  });

  test('comes page by page, and a reader that stops asks for no more', async () => {
    const stub = stubApi({ [labels]: pageOf });
    for await (const part of api.pages(labels)) {
      expect(part.results).toHaveLength(2);
      break;
    }
    expect(stub.getRequests(labels)).toHaveLength(1);
  });
});

describe('an access token that has ended', () => {
  test('is renewed once for ten calls at the same time, and each is tried again', async () => {
    const stub = stubApi({
      [labels]: guardedBy(() => 'new-access'),
      [refresh]: { access: 'new-access', refresh: 'new-refresh' },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call(labels)));
    expect(answers).toHaveLength(10);
    expect(stub.getRequests(refresh)).toHaveLength(1);
    expect(stub.getRequests(refresh)[0]?.body).toEqual({ refresh: 'test-refresh' });
    expect(stub.getRequests(labels)).toHaveLength(20);
    expect(localStorage.getItem('access')).toBe('new-access');
    expect(localStorage.getItem('refresh')).toBe('new-refresh');
  });

  test('is renewed once by ten tabs that share a lock', async () => {
    let queue: Promise<unknown> | null = null;
    stubLocks((run, ifAvailable) => {
      if (ifAvailable && queue) return run(null);
      const turn = Promise.resolve(queue).then(() => run({}));
      queue = turn;
      return turn;
    });
    const ended = jest.fn();
    const tabs = Array.from({ length: 10 }, () =>
      createApiClient({ baseUrl: () => '/api', workspace: () => null, onSessionEnd: ended }),
    );
    const stubs = tabs.map((tab) =>
      stubApi({ [labels]: guardedBy(() => 'new-access'), [refresh]: { access: 'new-access', refresh: 'new-refresh' } }, tab),
    );
    await Promise.all(tabs.map((tab) => tab.call(labels)));
    expect(stubs.flatMap((stub) => stub.getRequests(refresh))).toHaveLength(1);
    expect(ended).not.toHaveBeenCalled();
  });

  test("is not renewed by a tab that has the lock before it sees the other tab's tokens", async () => {
    const stub = stubApi({ [labels]: guardedBy(() => 'other-access') });
    const haveLock = deferred<void>();
    stubLocks(async (run, ifAvailable) => {
      if (ifAvailable) return run(null);
      haveLock.resolve();
      return run({});
    });
    const answer = api.call(labels);
    await haveLock.promise;
    writeTokens({ access: 'other-access', refresh: 'other-refresh' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'access' }));
    await answer;
    expect(stub.getRequests(refresh)).toHaveLength(0);
  });

  test('is not renewed when another tab has done so meanwhile', async () => {
    const stub = stubApi({
      [labels]: (request: StubRequest) => {
        if (bearer(request) === 'other-access') return page([]);
        writeTokens({ access: 'other-access', refresh: 'other-refresh' });
        return failWith(401);
      },
    });
    await api.call(labels);
    expect(stub.getRequests(refresh)).toHaveLength(0);
  });

  test('keeps the old refresh token where a deployment answers an access token alone', async () => {
    stubApi({ [labels]: guardedBy(() => 'new-access'), [refresh]: { access: 'new-access' } });
    await api.call(labels);
    expect(localStorage.getItem('refresh')).toBe('test-refresh');
  });
});

describe('the session ends', () => {
  test('when the refresh is refused', async () => {
    stubApi({ [labels]: failWith(401), [refresh]: failWith(401, 'Token has ended') });
    await expect(api.call(labels)).rejects.toMatchObject({ status: 401 });
    expect(consoleStore.get(signedInAtom)).toBe(false);
    expect(consoleStore.get(sessionEndAtom)).toBe('expired');
    expect(consoleStore.get(activeWorkspaceIdAtom)).toBeNull();
    expect(localStorage.getItem('access')).toBeNull();
  });

  test('when the call is refused again after one retry', async () => {
    const stub = stubApi({ [labels]: failWith(401), [refresh]: { access: 'new-access', refresh: 'new-refresh' } });
    await expect(api.call(labels)).rejects.toMatchObject({ status: 401 });
    expect(stub.getRequests(labels)).toHaveLength(2);
    expect(consoleStore.get(signedInAtom)).toBe(false);
  });

  test('but not when the server cannot be reached for the refresh', async () => {
    stubApi({ [labels]: failWith(401), [refresh]: failWith(0) });
    await expect(api.call(labels)).rejects.toMatchObject({ status: 0 });
    expect(consoleStore.get(signedInAtom)).toBe(true);
    expect(localStorage.getItem('refresh')).toBe('test-refresh');
  });
});
