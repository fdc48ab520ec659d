import type { z } from 'zod';
import type { Permission } from './roles';
import type { ServiceSlug } from './services';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Specification of an API call. The server validates requests with it, and the client derives its types from it. */
export interface CallSpec {
  summary: string;
  /** The service that the workspace must have; otherwise the response is 403. Default: no service is necessary. */
  service?: ServiceSlug;
  /**
   * The permission that the caller's role must include; otherwise the response is 403. Default: `view`. Null: the call concerns only
   * the account of the caller.
   */
  permission?: Permission | null;
  /** True if the call concerns rows of the whole workspace. Members who can access only their jobs get 403. */
  coversWorkspace?: true;
  /** False for calls without a session, such as the login. */
  auth?: false;
  /** Schema of the path parameters. Default: a UUID v4. */
  pathId?: z.ZodType;
  /** The call manages sessions, passwords or tokens, so the caller needs a session. API tokens get 403. */
  session?: true;
  /**
   * The response contains credentials, so it is neither stored nor cached. Repeating the write with the same Idempotency-Key
   * therefore returns 409.
   */
  secret?: true;
  /**
   * True for a call that predicts records. Error responses of this call also contain the field `status`, because SDKs read it first.
   */
  prediction?: true;
  query?: z.ZodObject;
  body?: z.ZodType;
  form?: FormSpec;
  /** If missing, the response is 204 without a body. */
  response?: z.ZodType;
  /** Schema of the messages if the response is a stream of server-sent events. Such a call has no other response. */
  events?: z.ZodType;
  /** Status of a success. 202: the server has accepted the call as background work and returns the row of this work. */
  status?: 200 | 201 | 202;
}

/** A multipart form that a call accepts as an alternative to JSON. The form has the same fields, but a file replaces some of them. */
export interface FormSpec {
  /** Name of the file field. */
  file: string;
  /** Fields of the JSON body that the file replaces. */
  replaces: readonly string[];
  /** Text fields of the JSON body that may also be sent as a file. */
  optionalFiles?: readonly string[];
  /** Maximum size of a file. Default: the limit of the operator for images. */
  maxBytes?: number;
}

/** Every call that is not a GET must declare its permission, so that no permission is forgotten. */
type WriteSpec = CallSpec & ({ permission: Permission | null } | { auth: false });
type CallSpecs = Record<`GET /${string}`, CallSpec> & Record<`${Exclude<HttpMethod, 'GET'>} /${string}`, WriteSpec>;

/** Lets the compiler check the specifications and preserves their literal types. */
export function defineCalls<const T extends CallSpecs>(calls: T): T {
  return calls;
}

/** Like `defineCalls`, for calls that need a service. */
export function defineServiceCalls<const T extends CallSpecs>(service: ServiceSlug, calls: T): T {
  return Object.fromEntries(Object.entries(calls).map(([key, spec]) => [key, { ...spec, service }])) as T;
}

type WithPrefix<Prefix extends string, T> = {
  [
    Key in keyof T as Key extends `${infer Method extends HttpMethod} ${infer Path}` ? `${Method} ${Prefix}${Path}` : never
  ]: T[Key];
};
/** Adds a prefix such as `/detection/v2` to the path of each call. Used for calls that several kinds of rows have in common. */
export function prefixCalls<const Prefix extends string, const T extends CallSpecs>(prefix: Prefix, calls: T) {
  const entries = Object.entries(calls).map(([key, spec]) => [key.replace(' ', ` ${prefix}`), spec]);
  return Object.fromEntries(entries) as WithPrefix<Prefix, T>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
export type CallParams<Key extends string> = [PathNames<Key>] extends [never] ? undefined : Record<PathNames<Key>, string>;
/** The query as the client sends it: before defaults and coercion. */
export type CallQuery<C> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type CallBody<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The response as the client receives it. */
export type CallResponse<C> = C extends { response: infer R extends z.ZodType } ? z.output<R> : undefined;
/** The query as the handler receives it: after defaults and coercion. */
export type CallQueryParsed<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type CallBodyParsed<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
