import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import axios, { type AxiosInstance, type AxiosRequestConfig, type InternalAxiosRequestConfig } from 'axios';
import { belongsToSession, isSameUser } from '../tokens/session-owner';
import { readTokens, type Tokens } from '../tokens/tokens';
import type { ApiResponse, ApiKey, CallArguments, UntypedCallOptions, PagedKey, RowOf } from './call-types';
import { dropEarlyRequests, sendEarly, takeEarlyOrSend } from './early-requests';
import { ApiError, isAccessRefused, toApiError } from './errors';
import { createRefresher } from './refresh';
import { createWriteAttempts } from './write-attempts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_PAGE_SIZE = 200;
/** Number of pages that `all` requests at the same time. Sequential requests would take several times longer. */
const CONCURRENT_PAGES = 4;

export interface ClientSettings {
  baseUrl: () => string;
  workspace: () => string | null;
  /** Headers of every write. */
  writeHeaders?: () => Record<string, string>;
  /** Called when the server has ended the session. The request that discovered the end rejects with a 401 error. */
  onSessionEnd: () => void;
  /** Called after the server has refused access: the workspace may have lost a service, or the user a role or the membership. */
  onAccessRefused?: () => void;
}

export interface ApiClient {
  /** Sends a call of the contract: `api.call("GET /detection/v2/object/", { query, signal })`. Rejects with ApiError. */
  call<K extends ApiKey>(key: K, ...args: CallArguments<K>): Promise<ApiResponse<K>>;
  /** Iterates over the pages of a list. */
  pages<K extends PagedKey>(key: K, ...args: CallArguments<K>): AsyncGenerator<ApiResponse<K>, void>;
  /** Returns all rows of a list. */
  all<K extends PagedKey>(key: K, ...args: CallArguments<K>): Promise<RowOf<K>[]>;
  /** Sends a call whose name is only known at run time. The caller must check the response. Rejects with ApiError. */
  callByName(key: string, options?: UntypedCallOptions): Promise<unknown>;
  /**
   * Sends a GET call before the code that needs it is loaded. The first identical call within 10 seconds takes the response, unless
   * the request fails, or a write, a switch of the workspace or the end of the session comes first.
   */
  requestEarly(key: string, options?: Pick<UntypedCallOptions, 'params' | 'query'>): void;
  /**
   * Sends a request that is not a call of the contract, such as a stream, with the access token. After a 401 response, `request`
   * is called again with a new token. Rejects with ApiError.
   */
  withToken<T>(request: (access: string) => Promise<T>): Promise<T>;
  readonly axios: AxiosInstance;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof FormData) &&
  !(value instanceof Blob);

/** Splits `GET /a/{id}` into method and path and inserts the parameters. @throws Error if a parameter is missing */
function parseKey(key: string, params: Readonly<Record<string, string>> = {}): { method: string; path: string } {
  const separatorIndex = key.indexOf(' ');
  const path = key.slice(separatorIndex + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`${key}: no value for {${name}}`);
    return encodeURIComponent(value);
  });
  return { method: key.slice(0, separatorIndex), path };
}

/** Adds the workspace to the query of GET and DELETE and to the body of other methods, unless the caller has set it. */
function withWorkspace(
  method: string,
  path: string,
  options: UntypedCallOptions,
  active: string | null,
): Pick<UntypedCallOptions, 'query' | 'body'> {
  const { query, body } = options;
  const workspace = options.workspace === undefined ? active : options.workspace;
  const isAccountCall = path.startsWith('/account/');
  if (!workspace || (isAccountCall && options.workspace === undefined)) return { query, body };
  if (method === 'GET' || method === 'DELETE') return { query: { workspace, ...query }, body };
  if (body === undefined || body === null) return { query, body: { workspace } };
  return isPlainObject(body) ? { query, body: { workspace, ...body } } : { query, body };
}

const needsNoToken = (path: string) => path === '/account/v2/login/' || path === '/account/v2/jwt/refresh/';

/** Creates a client that adds the token and the workspace to calls, and repeats a call once with a new token after a 401 response. */
export function createApiClient(settings: ClientSettings): ApiClient {
  const instance = axios.create({ timeout: DEFAULT_TIMEOUT_MS, paramsSerializer: { indexes: null } });
  const setBaseUrl = (config: InternalAxiosRequestConfig) => {
    config.baseURL = settings.baseUrl();
    return config;
  };
  // Without interceptors, axios sends a request within the call. Early requests need this, because React may otherwise render first.
  instance.interceptors.request.use(setBaseUrl, null, { runWhen: ({ baseURL }) => baseURL === undefined });

  const refreshTokens = createRefresher(async (refresh): Promise<Tokens> => {
    const { data } = await instance.post<Partial<Tokens>>('/account/v2/jwt/refresh/', { refresh });
    if (!data.access) throw new ApiError(401, 'The refresh response contains no token', data);
    return { access: data.access, refresh: data.refresh ?? refresh };
  });

  async function refreshOrEndSession(refusedToken: string): Promise<string> {
    try {
      return await refreshTokens(refusedToken);
    } catch (error) {
      const apiError = toApiError(error);
      // Other servers with the same API return 400 or 403 instead of 401 for an expired token.
      const isSessionOver = apiError instanceof ApiError && [400, 401, 403].includes(apiError.status);
      if (isSessionOver && readTokens()?.access === refusedToken) settings.onSessionEnd();
      throw apiError;
    }
  }

  const startAttempt = createWriteAttempts();
  /**
   * Sends a call. If a repeatable write fails, the next attempt uses the same idempotency key, so that the server executes the write
   * only once. The key can also be reused after a refusal, because a refused write changed nothing.
   */
  async function send(key: string, options: UntypedCallOptions): Promise<unknown> {
    if (!options.repeatable) return completePage(key, options, await sendOnce(key, options));
    const { params, query, body, workspace = settings.workspace() } = options;
    const attempt = startAttempt([key, workspace, params, query, body]);
    try {
      const response = await sendOnce(key, { ...options, idempotencyKey: attempt.key });
      attempt.confirm();
      return response;
    } catch (error) {
      attempt.markUnconfirmed();
      throw error;
    }
  }

  function createRequest(key: string, options: UntypedCallOptions) {
    const { method, path } = parseKey(key, options.params);
    const { query, body } = withWorkspace(method, path, options, settings.workspace());
    const sendWith = (access: string | undefined, overrides?: Pick<AxiosRequestConfig, 'baseURL' | 'signal'>) =>
      instance.request<unknown>({
        method,
        url: path,
        params: query,
        data: body,
        signal: options.signal,
        timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
        headers: {
          ...(access ? { Authorization: `Bearer ${access}` } : {}),
          // Raw bytes, such as a part of a file, need a content type: axios would otherwise send them as a form.
          ...(body instanceof Blob && { 'Content-Type': 'application/octet-stream' }),
          ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
          ...(options.changeSet ? { [CHANGE_SET_HEADER]: options.changeSet } : {}),
          ...(method === 'GET' ? {} : settings.writeHeaders?.()),
        },
        onUploadProgress: options.onUploadProgress && ((event) => options.onUploadProgress?.(event.loaded, event.total)),
        ...overrides,
      });
    /** Returns the same key for any order of the query parameters. */
    const getEarlyKey = (access: string) => {
      const url = new URL(instance.getUri({ url: path, params: query }), 'http://localhost');
      url.searchParams.sort();
      return `${access} ${url.href}`;
    };
    return { method, path, sendWith, getEarlyKey };
  }

  async function sendOnce(key: string, options: UntypedCallOptions): Promise<unknown> {
    const { method, path, sendWith, getEarlyKey } = createRequest(key, options);
    // An early response does not contain the change of this write.
    if (method !== 'GET') dropEarlyRequests();
    const sendWithEarlyResponse = (access: string | undefined) =>
      method === 'GET' && access
        ? takeEarlyOrSend(getEarlyKey(access), options.signal, () => sendWith(access))
        : sendWith(access);

    const access = needsNoToken(path) ? undefined : readTokens()?.access;
    if (access) return (await sendWithToken(access, sendWithEarlyResponse)).data;
    try {
      return (await sendWithEarlyResponse(undefined)).data;
    } catch (error) {
      throw toApiError(error);
    }
  }

  /** Sends a request with an access token, and once more with a new token after a 401 response. */
  async function sendWithToken<T>(access: string, request: (access: string) => Promise<T>): Promise<T> {
    // If another user has signed in, in another tab, do not send this request with that user's token.
    if (!belongsToSession(access)) throw new ApiError(401, 'Somebody else has signed in');
    try {
      return await request(access);
    } catch (error) {
      const apiError = toApiError(error);
      if (apiError instanceof ApiError && isAccessRefused(apiError)) settings.onAccessRefused?.();
      if (!(apiError instanceof ApiError) || apiError.status !== 401) throw apiError;
    }
    const newToken = await refreshOrEndSession(access);
    if (!isSameUser(access, newToken)) throw new ApiError(401, 'Somebody else has signed in');
    try {
      return await request(newToken);
    } catch (error) {
      const apiError = toApiError(error);
      if (apiError instanceof ApiError && apiError.status === 401 && readTokens()?.access === newToken) settings.onSessionEnd();
      throw apiError;
    }
  }

  /** Requests the missing rows of a page. The server truncates a page whose rows are large; the URL in `next` then contains `skip`. */
  async function completePage(key: string, options: UntypedCallOptions, response: unknown): Promise<unknown> {
    let page = response;
    for (let restQuery = getSkippedRowsQuery(page); restQuery; restQuery = getSkippedRowsQuery(page)) {
      const loadedPage = page as UntypedPage;
      const nextPart = (await sendOnce(key, { ...options, query: restQuery })) as UntypedPage;
      page = { ...loadedPage, next: nextPart.next, results: [...loadedPage.results, ...nextPart.results] };
    }
    return page;
  }

  const fetchPage = async (key: string, options: UntypedCallOptions, query: UntypedCallOptions['query']) =>
    (await send(key, { ...options, query })) as UntypedPage;

  async function* pages(
    key: string,
    options: UntypedCallOptions,
    firstQuery: UntypedCallOptions['query'] = { page_size: DEFAULT_PAGE_SIZE, ...options.query },
  ): AsyncGenerator<UntypedPage, void> {
    for (let query = firstQuery; ;) {
      const page = await fetchPage(key, options, query);
      yield page;
      if (!page.next) return;
      query = parsePageQuery(page.next);
    }
  }

  async function listAllRows(key: string, options: UntypedCallOptions): Promise<unknown[]> {
    let latestPage = await fetchPage(key, options, { page_size: DEFAULT_PAGE_SIZE, ...options.query });
    const rows = [...latestPage.results];
    const remainingQueries = getRemainingPageQueries(latestPage);
    if (latestPage.next) options.onFirstRows?.([...rows] as never[]);
    for (let start = 0; start < remainingQueries.length; start += CONCURRENT_PAGES) {
      const requests = remainingQueries.slice(start, start + CONCURRENT_PAGES).map((query) => fetchPage(key, options, query));
      for (latestPage of await Promise.all(requests)) rows.push(...latestPage.results);
    }
    // If rows were added after the first page was read, there are more pages than expected.
    if (latestPage.next)
      for await (const page of pages(key, options, parsePageQuery(latestPage.next))) rows.push(...page.results);
    return rows;
  }

  return {
    axios: instance,
    requestEarly: (key, options = {}) => {
      const access = readTokens()?.access;
      if (!access || !belongsToSession(access)) return;
      const { sendWith, getEarlyKey } = createRequest(key, options);
      sendEarly(getEarlyKey(access), (signal) => sendWith(access, { signal, baseURL: settings.baseUrl() }));
    },
    withToken: async (request) => {
      const access = readTokens()?.access;
      if (!access) throw new ApiError(401, 'Signed out');
      return sendWithToken(access, request);
    },
    callByName: (key, options = {}) => send(key, options),
    call: (key, ...args) => send(key, (args[0] ?? {}) as UntypedCallOptions) as never,
    pages: (key, ...args) => pages(key, (args[0] ?? {}) as UntypedCallOptions) as never,
    all: (key, ...args) => listAllRows(key, (args[0] ?? {}) as UntypedCallOptions) as never,
  };
}

interface UntypedPage {
  count: number;
  next: string | null;
  results: unknown[];
}

/** Returns the query for the missing rows of a page; null for a complete page and for other responses. */
function getSkippedRowsQuery(response: unknown): Record<string, string[]> | null {
  const { next, results } = (response ?? {}) as Partial<UntypedPage>;
  if (typeof next !== 'string' || !Array.isArray(results)) return null;
  const query = parsePageQuery(next);
  return query.skip ? query : null;
}

/** Returns the queries of all pages after the first, based on `count`; an empty list if `next` has no page number. */
function getRemainingPageQueries({ count, next, results }: UntypedPage): UntypedCallOptions['query'][] {
  if (!next) return [];
  const query = parsePageQuery(next);
  const firstPage = Number(query.page);
  const lastPage = Math.ceil(count / results.length);
  if (!(firstPage > 0) || !Number.isFinite(lastPage)) return [];
  return Array.from({ length: Math.max(0, lastPage - firstPage + 1) }, (_, index) => ({
    ...query,
    page: String(firstPage + index),
  }));
}

/** Returns only the query of the URL in `next`. Behind a proxy, its host may be wrong, and the token must not be sent there. */
function parsePageQuery(next: string): Record<string, string[]> {
  const { searchParams } = new URL(next, 'http://localhost');
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}
