import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { api } from '../api/api';
import type { ApiKey } from '../http/call-types';
import type { ApiClient } from '../http/client';

export interface StubRequest {
  key: string;
  /** Path parameters by name. */
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, unknown>;
  /** Timeout in milliseconds; 0 for none. */
  timeout: number;
}

/** A response with an error status. */
export class StubFailure {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** Creates an error response. With `status` 0, the connection fails. */
export const failWith = (status: number, detail = `Error ${status}`, fields: object = {}): StubFailure =>
  new StubFailure(status, { detail, ...fields });

/** Creates an error response without a body, such as from a proxy. */
export const failEmpty = (status: number): StubFailure => new StubFailure(status, '');

export type StubHandler = (request: StubRequest) => unknown;
export type StubHandlers = Partial<Record<ApiKey, unknown>>;

export interface StubbedApi {
  /** All requests, oldest first. */
  requests: StubRequest[];
  /** Returns the requests of one call. */
  getRequests: (key: ApiKey) => StubRequest[];
  /** Adds or replaces responses: a value, a promise, or a function of the request. */
  addHandlers: (handlers: StubHandlers) => void;
}

interface Route {
  key: string;
  method: string;
  pattern: RegExp;
  names: string[];
  handler: unknown;
}

const trimSlashes = (path: string) => path.replace(/\/+$/, '');

function toRoute(key: string, handler: unknown): Route {
  const [method = '', path = ''] = key.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return { key, method, names, handler, pattern: new RegExp(`^${trimSlashes(path).replace(/\{\w+\}/g, '([^/]+)')}$`) };
}

function parseBody(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? (JSON.parse(body) as unknown) : body;
}

/** Responds to API calls instead of a server. A call without a handler gets a 501 response with its name. */
export function stubApi(handlers: StubHandlers = {}, client: Pick<ApiClient, 'axios'> = api): StubbedApi {
  const requests: StubRequest[] = [];
  const routes = new Map<string, Route>();
  const addHandlers = (added: StubHandlers) => {
    for (const [key, handler] of Object.entries(added)) routes.set(key, toRoute(key, handler));
  };
  addHandlers(handlers);

  client.axios.defaults.adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const method = (config.method ?? 'get').toUpperCase();
    const path = trimSlashes(config.url ?? '');
    // A path without parameters takes precedence over a template that also matches.
    const route = [...routes.values()]
      .sort((a, b) => a.names.length - b.names.length)
      .find((candidate) => candidate.method === method && candidate.pattern.test(path));
    const values = route?.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
    const request: StubRequest = {
      key: route?.key ?? `${method} ${path}`,
      params: Object.fromEntries((route?.names ?? []).map((name, index) => [name, values[index] ?? ''])),
      query: { ...(config.params as Record<string, unknown> | undefined) },
      body: parseBody(config.data),
      headers: { ...config.headers },
      timeout: config.timeout ?? 0,
    };
    requests.push(request);
    const result: unknown = route
      ? await (typeof route.handler === 'function' ? (route.handler as StubHandler)(request) : route.handler)
      : failWith(501, `No stub for ${request.key}`);
    if (config.signal?.aborted) throw new AxiosError('canceled', AxiosError.ERR_CANCELED, config);
    const failure = result instanceof StubFailure ? result : null;
    if (failure?.status === 0) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
    const response: AxiosResponse = {
      data: failure ? failure.body : result,
      status: failure?.status ?? 200,
      statusText: failure ? `Status ${failure.status}` : 'OK',
      headers: {},
      config,
    };
    if (failure) throw new AxiosError(`status ${failure.status}`, undefined, config, null, response);
    return response;
  };
  return { requests, addHandlers, getRequests: (key) => requests.filter((request) => request.key === key) };
}

/** Creates a page of a list, as in responses of the API. */
export function page<Row>(results: Row[], count = results.length): { count: number; next: null; previous: null; results: Row[] } {
  return { count, next: null, previous: null, results };
}

/** Creates a promise that the test resolves or rejects later. */
export function deferred<T = unknown>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
