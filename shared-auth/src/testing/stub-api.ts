import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { api } from '../api/api';
import type { ApiKey } from '../api/call-types';
import type { ApiClient } from '../api/client';

export interface StubRequest {
  key: string;
  /** Values of the path's `{names}`. */
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, unknown>;
  /** Milliseconds after which the caller gives up; 0: never. */
  timeout: number;
}

/** An answer other than 200. */
export class StubFailure {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** `status` 0: no connection. */
export const failWith = (status: number, detail = `Error ${status}`): StubFailure => new StubFailure(status, { detail });

/** As a proxy answers that has no words: no body at all. */
export const failEmpty = (status: number): StubFailure => new StubFailure(status, '');

export type StubHandler = (request: StubRequest) => unknown;
export type StubHandlers = Partial<Record<ApiKey, unknown>>;

export interface StubbedApi {
  /** Every request so far, oldest first. */
  requests: StubRequest[];
  /** Requests of one call. */
  getRequests: (key: ApiKey) => StubRequest[];
  /** Adds or replaces answers: a value, a promise, or a function of the request. */
  addHandlers: (handlers: StubHandlers) => void;
}

interface Route {
  key: string;
  method: string;
  pattern: RegExp;
  names: string[];
  answer: unknown;
}

const trimmed = (path: string) => path.replace(/\/+$/, '');

function toRoute(key: string, answer: unknown): Route {
  const [method = '', path = ''] = key.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return { key, method, names, answer, pattern: new RegExp(`^${trimmed(path).replace(/\{\w+\}/g, '([^/]+)')}$`) };
}

function parsed(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? (JSON.parse(body) as unknown) : body;
}

/** Answers the API's calls in place of a server. A call without an answer is refused with 501 and its name. */
export function stubApi(handlers: StubHandlers = {}, client: Pick<ApiClient, 'axios'> = api): StubbedApi {
  const requests: StubRequest[] = [];
  const routes = new Map<string, Route>();
  const on = (more: StubHandlers) => {
    for (const [key, answer] of Object.entries(more)) routes.set(key, toRoute(key, answer));
  };
  on(handlers);

  client.axios.defaults.adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const method = (config.method ?? 'get').toUpperCase();
    const path = trimmed(config.url ?? '');
    // A literal path wins over a template that would also match it.
    const route = [...routes.values()]
      .sort((a, b) => a.names.length - b.names.length)
      .find((candidate) => candidate.method === method && candidate.pattern.test(path));
    const values = route?.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
    const request: StubRequest = {
      key: route?.key ?? `${method} ${path}`,
      params: Object.fromEntries((route?.names ?? []).map((name, index) => [name, values[index] ?? ''])),
      query: { ...(config.params as Record<string, unknown> | undefined) },
      body: parsed(config.data),
      headers: { ...config.headers },
      timeout: config.timeout ?? 0,
    };
    requests.push(request);
    const answer: unknown = route
      ? await (typeof route.answer === 'function' ? (route.answer as StubHandler)(request) : route.answer)
      : failWith(501, `No stub for ${request.key}`);
    if (config.signal?.aborted) throw new AxiosError('canceled', AxiosError.ERR_CANCELED, config);
    const failure = answer instanceof StubFailure ? answer : null;
    if (failure?.status === 0) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
    const response: AxiosResponse = {
      data: failure ? failure.body : answer,
      status: failure?.status ?? 200,
      statusText: failure ? `Status ${failure.status}` : 'OK',
      headers: {},
      config,
    };
    if (failure) throw new AxiosError(`status ${failure.status}`, undefined, config, null, response);
    return response;
  };
  return { requests, addHandlers: on, getRequests: (key) => requests.filter((request) => request.key === key) };
}

/** A page of a list as the API answers it. */
export function page<Row>(results: Row[], count = results.length): { count: number; next: null; previous: null; results: Row[] } {
  return { count, next: null, previous: null, results };
}

/** A promise settled from outside: an answer that the test lets through when it wants. */
export function deferred<T = unknown>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
