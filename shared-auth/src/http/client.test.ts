/** @jest-environment-options {"dom": true} */
import { activeWorkspaceIdAtom, sessionEndAtom, signedInAtom } from '../state/atoms';
import { writeTokens } from '../tokens/tokens';
import { consoleStore } from '../state/store';
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
import { api } from '../api/api';
import { createApiClient } from './client';
import type { ApiError } from './errors';

const LIST_LABELS = 'GET /detection/v2/label/';
const REFRESH_TOKENS = 'POST /account/v2/jwt/refresh/';
const getToken = (request: StubRequest) => String(request.headers.Authorization).replace('Bearer ', '');
/** A server that accepts one access token. */
const respondIfTokenIs = (getValidToken: () => string) => (request: StubRequest) =>
  getToken(request) === getValidToken() ? page([]) : failWith(401, 'Token has expired');

type LockCallback = (lock: object | null) => Promise<unknown>;
/** Replaces the Web Locks of the browser. `acquire` runs the callback with the lock, or with null if it is not available. */
function stubLocks(acquire: (run: LockCallback, ifAvailable: boolean) => Promise<unknown>): void {
  const request = (_name: string, ...rest: [LockCallback] | [LockOptions, LockCallback]) =>
    rest.length === 1 ? acquire(rest[0], false) : acquire(rest[1], true);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

beforeEach(() => {
  resetSessionForTest();
  signInForTest();
});
afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

describe('api.call', () => {
  test('sends path parameters, token and, for GET and DELETE, the workspace in the query', async () => {
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

  test('sends the workspace in the body of a write', async () => {
    const stub = stubApi({ 'POST /detection/v2/label/': {}, 'POST /detection/v2/task/{id}/train': {} });
    await api.call('POST /detection/v2/label/', { body: { name: 'Cup', color: '#ff0000' } });
    await api.call('POST /detection/v2/task/{id}/train', { params: { id: 't' } });
    expect(stub.requests[0]).toMatchObject({ body: { name: 'Cup', color: '#ff0000', workspace: testWorkspace.id }, query: {} });
    expect(stub.requests[1]?.body).toEqual({ workspace: testWorkspace.id });
  });

  test('sends the workspace that the caller has set', async () => {
    const stub = stubApi({ [LIST_LABELS]: page([]) });
    await api.call(LIST_LABELS, { workspace: 'pinned' });
    await api.call(LIST_LABELS, { workspace: null });
    expect(stub.requests.map((request) => request.query)).toEqual([{ workspace: 'pinned' }, {}]);
  });

  test('sends the idempotency key that the caller has set', async () => {
    const stub = stubApi({ 'POST /detection/v2/label/': {} });
    await api.call('POST /detection/v2/label/', { body: { name: 'Cup', color: '#ff0000' }, idempotencyKey: 'k1' });
    expect(stub.requests[0]?.headers['Idempotency-Key']).toBe('k1');
  });

  test('repeats a write without a response under the same key, until another write succeeds', async () => {
    const CREATE_SET = 'POST /product/v2/set/';
    const stub = stubApi({ [CREATE_SET]: failWith(0) });
    const send = (name: string) => api.call(CREATE_SET, { body: { name }, repeatable: true }).catch(() => undefined);
    await send('Spring');
    await send('Spring');
    await send('Autumn');
    const listKeys = () => stub.getRequests(CREATE_SET).map(({ headers }) => String(headers['Idempotency-Key']));
    expect(listKeys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(listKeys()[1]).toBe(listKeys()[0]);
    expect(listKeys()[2]).not.toBe(listKeys()[0]);
    stub.addHandlers({ [CREATE_SET]: { id: 's' } });
    await send('Spring');
    await send('Spring');
    await send('Autumn');
    expect(listKeys()[3]).toBe(listKeys()[0]);
    expect(new Set(listKeys()).size).toBe(4);
  });

  test('rejects with status and detail of the server, or with status 0 without a connection', async () => {
    const stub = stubApi({ [LIST_LABELS]: failWith(400, 'page: must be at least 1') });
    await expect(api.call(LIST_LABELS)).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      detail: 'page: must be at least 1',
    } satisfies Partial<ApiError>);
    stub.addHandlers({ [LIST_LABELS]: failWith(0) });
    await expect(api.call(LIST_LABELS)).rejects.toMatchObject({ status: 0 });
  });
});

describe('a paginated list', () => {
  const getPage = (request: StubRequest) => {
    const pageNumber = Number(request.query.page ?? 1);
    const next =
      pageNumber < 3
        ? `http://other-host.test/api/detection/v2/label/?page=${pageNumber + 1}&page_size=2&search=a&workspace=${testWorkspace.id}`
        : null;
    return { count: 6, next, previous: null, results: [{ id: `${pageNumber}a` }, { id: `${pageNumber}b` }] };
  };

  test('is read completely from the host of the API, even if `next` names another', async () => {
    const stub = stubApi({ [LIST_LABELS]: getPage });
    const rows = await api.all(LIST_LABELS, { query: { page_size: 2, search: 'a' } });
    expect(rows.map((row) => row.id)).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(stub.getRequests(LIST_LABELS)).toHaveLength(3);
    expect(stub.requests[2]?.query).toMatchObject({ search: ['a'], page_size: ['2'], page: '3' });
  });

  test('requests the remaining pages together and continues after rows were added', async () => {
    const pendingResponses: (() => void)[] = [];
    const bothRequested = deferred<void>();
    const stub = stubApi({
      [LIST_LABELS]: (request: StubRequest) => {
        const pageNumber = Number(request.query.page ?? 1);
        const next = pageNumber < 4 ? `/api/detection/v2/label/?page=${pageNumber + 1}` : null;
        const response = { ...getPage(request), count: 6, next };
        if (pageNumber === 1 || pageNumber === 4) return response;
        return new Promise((resolve) => {
          if (pendingResponses.push(() => resolve(response)) === 2) bothRequested.resolve();
        });
      },
    });
    const rows = api.all(LIST_LABELS, { query: { page_size: 2 } });
    await bothRequested.promise;
    for (const sendResponse of pendingResponses.reverse()) sendResponse();
    expect((await rows).map((row) => row.id)).toEqual(['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b']);
    expect(stub.getRequests(LIST_LABELS)).toHaveLength(4);
  });

  test('reports the first rows before it requests more pages, but not for a single page', async () => {
    const calls: (string | number)[][] = [];
    const stub = stubApi({ [LIST_LABELS]: getPage });
    const onFirstRows = (rows: readonly { id: string }[]) =>
      calls.push([...rows.map(({ id }) => id), stub.getRequests(LIST_LABELS).length]);
    await api.all(LIST_LABELS, { query: { page_size: 2 }, onFirstRows });
    expect(calls).toEqual([['1a', '1b', 1]]);
    stub.addHandlers({ [LIST_LABELS]: { count: 1, next: null, previous: null, results: [{ id: 'only' }] } });
    await api.all(LIST_LABELS, { onFirstRows });
    expect(calls).toHaveLength(1);
  });

  describe('with incomplete pages', () => {
    /** Returns one row per response, although a page has two rows. */
    const getIncompletePage = (request: StubRequest) => {
      const [pageNumber, skip] = [Number(request.query.page ?? 1), Number(request.query.skip ?? 0)];
      const restOfPageUrl = `/api/detection/v2/label/?page=${pageNumber}&page_size=2&skip=1`;
      const nextPageUrl = pageNumber < 3 ? `/api/detection/v2/label/?page=${pageNumber + 1}&page_size=2` : null;
      return {
        count: 6,
        next: skip === 0 ? restOfPageUrl : nextPageUrl,
        previous: null,
        results: [{ id: `${pageNumber}${skip}` }],
      };
    };
    const allIds = ['10', '11', '20', '21', '30', '31'];

    test('is read completely, each row once', async () => {
      stubApi({ [LIST_LABELS]: getIncompletePage });
      const rows = await api.all(LIST_LABELS, { query: { page_size: 2 } });
      expect(rows.map((row) => row.id)).toEqual(allIds);
      const idsFromPages: string[] = [];
      for await (const pagePart of api.pages(LIST_LABELS, { query: { page_size: 2 } }))
        idsFromPages.push(...pagePart.results.map(({ id }) => id));
      expect(idsFromPages).toEqual(allIds);
    });

    test('returns a complete page from api.call', async () => {
      stubApi({ [LIST_LABELS]: getIncompletePage });
      const completePage = await api.call(LIST_LABELS, { query: { page: 2, page_size: 2 } });
      expect(completePage.results.map((row) => row.id)).toEqual(['20', '21']);
      expect(completePage.next).toContain('page=3');
    });
  });

  test('api.pages requests no more pages after its reader stops', async () => {
    const stub = stubApi({ [LIST_LABELS]: getPage });
    for await (const firstPage of api.pages(LIST_LABELS)) {
      expect(firstPage.results).toHaveLength(2);
      break;
    }
    expect(stub.getRequests(LIST_LABELS)).toHaveLength(1);
  });
});

describe('an expired access token', () => {
  test('is refreshed once for ten simultaneous calls, which are all repeated', async () => {
    const stub = stubApi({
      [LIST_LABELS]: respondIfTokenIs(() => 'new-access'),
      [REFRESH_TOKENS]: { access: 'new-access', refresh: 'new-refresh' },
    });
    const responses = await Promise.all(Array.from({ length: 10 }, () => api.call(LIST_LABELS)));
    expect(responses).toHaveLength(10);
    expect(stub.getRequests(REFRESH_TOKENS)).toHaveLength(1);
    expect(stub.getRequests(REFRESH_TOKENS)[0]?.body).toEqual({ refresh: 'test-refresh' });
    expect(stub.getRequests(LIST_LABELS)).toHaveLength(20);
    expect(localStorage.getItem('access')).toBe('new-access');
    expect(localStorage.getItem('refresh')).toBe('new-refresh');
  });

  test('is refreshed once by ten tabs that share a lock', async () => {
    let lockQueue: Promise<unknown> | null = null;
    stubLocks((run, ifAvailable) => {
      if (ifAvailable && lockQueue) return run(null);
      lockQueue = Promise.resolve(lockQueue).then(() => run({}));
      return lockQueue;
    });
    const onSessionEnd = jest.fn();
    const tabs = Array.from({ length: 10 }, () =>
      createApiClient({ baseUrl: () => '/api', workspace: () => null, onSessionEnd }),
    );
    const stubs = tabs.map((tab) =>
      stubApi(
        {
          [LIST_LABELS]: respondIfTokenIs(() => 'new-access'),
          [REFRESH_TOKENS]: { access: 'new-access', refresh: 'new-refresh' },
        },
        tab,
      ),
    );
    await Promise.all(tabs.map((tab) => tab.call(LIST_LABELS)));
    expect(stubs.flatMap((stub) => stub.getRequests(REFRESH_TOKENS))).toHaveLength(1);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  test("is not refreshed if the other tab's new tokens become visible late", async () => {
    const stub = stubApi({ [LIST_LABELS]: respondIfTokenIs(() => 'other-access') });
    const lockAcquired = deferred<void>();
    stubLocks(async (run, ifAvailable) => {
      if (ifAvailable) return run(null);
      lockAcquired.resolve();
      return run({});
    });
    const response = api.call(LIST_LABELS);
    await lockAcquired.promise;
    writeTokens({ access: 'other-access', refresh: 'other-refresh' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'access' }));
    await response;
    expect(stub.getRequests(REFRESH_TOKENS)).toHaveLength(0);
  });

  test('is not refreshed after another tab has refreshed it', async () => {
    const stub = stubApi({
      [LIST_LABELS]: (request: StubRequest) => {
        if (getToken(request) === 'other-access') return page([]);
        writeTokens({ access: 'other-access', refresh: 'other-refresh' });
        return failWith(401);
      },
    });
    await api.call(LIST_LABELS);
    expect(stub.getRequests(REFRESH_TOKENS)).toHaveLength(0);
  });

  test('keeps the refresh token if the response contains only an access token', async () => {
    stubApi({ [LIST_LABELS]: respondIfTokenIs(() => 'new-access'), [REFRESH_TOKENS]: { access: 'new-access' } });
    await api.call(LIST_LABELS);
    expect(localStorage.getItem('refresh')).toBe('test-refresh');
  });
});

describe('end of the session', () => {
  test('the session ends when the refresh is refused', async () => {
    stubApi({ [LIST_LABELS]: failWith(401), [REFRESH_TOKENS]: failWith(401, 'Token has expired') });
    await expect(api.call(LIST_LABELS)).rejects.toMatchObject({ status: 401 });
    expect(consoleStore.get(signedInAtom)).toBe(false);
    expect(consoleStore.get(sessionEndAtom)).toBe('expired');
    expect(consoleStore.get(activeWorkspaceIdAtom)).toBeNull();
    expect(localStorage.getItem('access')).toBeNull();
  });

  test('the session ends when the repeated call is refused, too', async () => {
    const stub = stubApi({ [LIST_LABELS]: failWith(401), [REFRESH_TOKENS]: { access: 'new-access', refresh: 'new-refresh' } });
    await expect(api.call(LIST_LABELS)).rejects.toMatchObject({ status: 401 });
    expect(stub.getRequests(LIST_LABELS)).toHaveLength(2);
    expect(consoleStore.get(signedInAtom)).toBe(false);
  });

  test('the session continues when the server is unreachable during the refresh', async () => {
    stubApi({ [LIST_LABELS]: failWith(401), [REFRESH_TOKENS]: failWith(0) });
    await expect(api.call(LIST_LABELS)).rejects.toMatchObject({ status: 0 });
    expect(consoleStore.get(signedInAtom)).toBe(true);
    expect(localStorage.getItem('refresh')).toBe('test-refresh');
  });
});
