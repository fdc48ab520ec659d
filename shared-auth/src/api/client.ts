import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { belongsToSession, isSameUser } from '../session/session-owner';
import { readTokens, type Tokens } from '../session/tokens';
import type { ApiResponse, ApiKey, CallArguments, UntypedCallOptions, PagedKey, RowOf } from './call-types';
import { ApiError, toApiError } from './errors';
import { createRefresher } from './refresh';
import { createWriteAttempts } from './write-attempts';

const defaultTimeoutMs = 60_000;
const defaultPageSize = 200;
/** Pages of a list that is read whole are asked for together, these at a time: one after another each waits for the one before. */
const pagesAtOnce = 4;

export interface ClientSettings {
  baseUrl: () => string;
  workspace: () => string | null;
  /** The session is over for good; the caller's request has been refused with 401. */
  onSessionEnd: () => void;
  /** A call has been refused with 403: the workspace may have lost a service. */
  onForbidden?: () => void;
}

export interface ApiClient {
  /** One call, named as the contract names it: `api.call("GET /detection/v2/object/", { query, signal })`. Rejects with ApiError. */
  call<K extends ApiKey>(key: K, ...args: CallArguments<K>): Promise<ApiResponse<K>>;
  /** A list page by page, following `next`. */
  pages<K extends PagedKey>(key: K, ...args: CallArguments<K>): AsyncGenerator<ApiResponse<K>, void>;
  /** All rows of a list, following `next` to its end. */
  all<K extends PagedKey>(key: K, ...args: CallArguments<K>): Promise<RowOf<K>[]>;
  /** One call whose name is data, such as the `row` of a manifest's route; the caller judges the answer. Rejects with ApiError. */
  callByName(key: string, options?: UntypedCallOptions): Promise<unknown>;
  readonly axios: AxiosInstance;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof FormData) &&
  !(value instanceof Blob);

/** `GET /a/{id}` and `{ id }` to the method and the path, with the names filled in. */
export function parseKey(key: string, params: Readonly<Record<string, string>> = {}): { method: string; path: string } {
  const space = key.indexOf(' ');
  const path = key.slice(space + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`${key}: no value for {${name}}`);
    return encodeURIComponent(value);
  });
  return { method: key.slice(0, space), path };
}

/** Adds the workspace where the wire format wants it: query on GET and DELETE, JSON body elsewhere. What the caller named stands. */
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

/** The one way to the API: bearer token, workspace, refresh, one retry. */
export function createApiClient(settings: ClientSettings): ApiClient {
  const instance = axios.create({ timeout: defaultTimeoutMs, paramsSerializer: { indexes: null } });
  instance.interceptors.request.use((config: InternalAxiosRequestConfig) => {
    config.baseURL = settings.baseUrl();
    return config;
  });

  const renew = createRefresher(async (refresh): Promise<Tokens> => {
    const { data } = await instance.post<Partial<Tokens>>('/account/v2/jwt/refresh/', { refresh });
    if (!data.access) throw new ApiError(401, 'The refresh answered no token', data);
    return { access: data.access, refresh: data.refresh ?? refresh };
  });

  async function renewOrEnd(refused: string): Promise<string> {
    try {
      return await renew(refused);
    } catch (error) {
      const failure = toApiError(error);
      // 400 and 403 are what other deployments answer to a token that has ended.
      const isOver = failure instanceof ApiError && [400, 401, 403].includes(failure.status);
      if (isOver && readTokens()?.access === refused) settings.onSessionEnd();
      throw failure;
    }
  }

  const attempt = createWriteAttempts();
  /** A repeat of what was not answered is the same write; every refusal leaves nothing behind, so its key may go again. */
  async function send(key: string, options: UntypedCallOptions): Promise<unknown> {
    if (!options.repeatable) return completePage(key, options, await sendOnce(key, options));
    const { params, query, body, workspace = settings.workspace() } = options;
    const write = attempt([key, workspace, params, query, body]);
    try {
      const answer = await sendOnce(key, { ...options, idempotencyKey: write.key });
      write.confirm();
      return answer;
    } catch (error) {
      write.markUnconfirmed();
      throw error;
    }
  }

  async function sendOnce(key: string, options: UntypedCallOptions): Promise<unknown> {
    const { method, path } = parseKey(key, options.params);
    const { query, body } = withWorkspace(method, path, options, settings.workspace());
    const request = (access: string | undefined) =>
      instance.request<unknown>({
        method,
        url: path,
        params: query,
        data: body,
        signal: options.signal,
        timeout: options.timeout ?? defaultTimeoutMs,
        headers: {
          ...(access ? { Authorization: `Bearer ${access}` } : {}),
          // Bytes as they are, such as a part of a file; axios would call them a form.
          ...(body instanceof Blob && { 'Content-Type': 'application/octet-stream' }),
          ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
        },
        onUploadProgress: options.onUploadProgress && ((event) => options.onUploadProgress?.(event.loaded, event.total)),
      });

    const access = needsNoToken(path) ? undefined : readTokens()?.access;
    // What one person began is never sent in the name of another who signs in in another tab meanwhile.
    if (access && !belongsToSession(access)) throw new ApiError(401, 'Somebody else has signed in');
    try {
      return (await request(access)).data;
    } catch (error) {
      const failure = toApiError(error);
      if (failure instanceof ApiError && failure.status === 403 && !path.startsWith('/account/')) settings.onForbidden?.();
      if (!(failure instanceof ApiError) || failure.status !== 401 || !access) throw failure;
    }
    const fresh = await renewOrEnd(access);
    if (!isSameUser(access, fresh)) throw new ApiError(401, 'Somebody else has signed in');
    try {
      return (await request(fresh)).data;
    } catch (error) {
      const failure = toApiError(error);
      if (failure instanceof ApiError && failure.status === 401 && readTokens()?.access === fresh) settings.onSessionEnd();
      throw failure;
    }
  }

  /** Adds the rest of a page that the server has ended early because its rows are large (`skip` in `next`). */
  async function completePage(key: string, options: UntypedCallOptions, answer: unknown): Promise<unknown> {
    let page = answer;
    for (let rest = getSkippedRowsQuery(page); rest; rest = getSkippedRowsQuery(page)) {
      const first = page as UntypedPage;
      const more = (await sendOnce(key, { ...options, query: rest })) as UntypedPage;
      page = { ...first, next: more.next, results: [...first.results, ...more.results] };
    }
    return page;
  }

  const pageAt = async (key: string, options: UntypedCallOptions, query: UntypedCallOptions['query']) =>
    (await send(key, { ...options, query })) as UntypedPage;

  async function* pages(
    key: string,
    options: UntypedCallOptions,
    from: UntypedCallOptions['query'] = { page_size: defaultPageSize, ...options.query },
  ): AsyncGenerator<UntypedPage, void> {
    for (let query = from; ;) {
      const page = await pageAt(key, options, query);
      yield page;
      if (!page.next) return;
      query = parsePageQuery(page.next);
    }
  }

  async function all(key: string, options: UntypedCallOptions): Promise<unknown[]> {
    let last = await pageAt(key, options, { page_size: defaultPageSize, ...options.query });
    const rows = [...last.results];
    const behind = getRemainingPageQueries(last);
    if (last.next) options.onFirstRows?.([...rows] as never[]);
    for (let from = 0; from < behind.length; from += pagesAtOnce) {
      const together = behind.slice(from, from + pagesAtOnce).map((query) => pageAt(key, options, query));
      for (last of await Promise.all(together)) rows.push(...last.results);
    }
    // What has been added since the first page was counted.
    if (last.next) for await (const page of pages(key, options, parsePageQuery(last.next))) rows.push(...page.results);
    return rows;
  }

  return {
    axios: instance,
    callByName: (key, options = {}) => send(key, options),
    call: (key, ...args) => send(key, (args[0] ?? {}) as UntypedCallOptions) as never,
    pages: (key, ...args) => pages(key, (args[0] ?? {}) as UntypedCallOptions) as never,
    all: (key, ...args) => all(key, (args[0] ?? {}) as UntypedCallOptions) as never,
  };
}

interface UntypedPage {
  count: number;
  next: string | null;
  results: unknown[];
}

/** The query of the rest of a page; null for a complete page, and for what is not a page. */
function getSkippedRowsQuery(answer: unknown): Record<string, string[]> | null {
  const { next, results } = (answer ?? {}) as Partial<UntypedPage>;
  if (typeof next !== 'string' || !Array.isArray(results)) return null;
  const query = parsePageQuery(next);
  return query.skip ? query : null;
}

/** Of the pages after the first, by its count; none where it does not number them. */
function getRemainingPageQueries({ count, next, results }: UntypedPage): UntypedCallOptions['query'][] {
  if (!next) return [];
  const query = parsePageQuery(next);
  const from = Number(query.page);
  const to = Math.ceil(count / results.length);
  if (!(from > 0) || !Number.isFinite(to)) return [];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ ...query, page: String(from + index) }));
}

/** Only the query of an address is taken: behind a proxy its host may be one that this page must not call with its token. */
function parsePageQuery(next: string): Record<string, string[]> {
  const { searchParams } = new URL(next, 'http://localhost');
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
}
