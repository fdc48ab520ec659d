import type { z } from 'zod';
import type { ServiceSlug } from './services';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `METHOD /path/{id}`: the path as the specification writes it; the server accepts it with and without the final slash. */
export type CallKey = `${HttpMethod} /${string}`;

/** One call of the API: what the server validates with and the client is typed by. */
export interface CallSpec {
  summary: string;
  /** A workspace that lacks this service is answered 403. Absent: open to every member. */
  service?: ServiceSlug;
  /** False for the few calls that need no session. */
  auth?: false;
  /** What the names in the path must be. Absent: a UUID v4. */
  pathId?: z.ZodType;
  /** The answer carries what lets somebody in, so nothing may keep it. */
  secret?: true;
  query?: z.ZodObject;
  body?: z.ZodType;
  form?: FormSpec;
  /** Absent: 204 without a body. */
  response?: z.ZodType;
  /** 202: accepted as long work, which the answer is the row of. */
  status?: 200 | 201 | 202;
}

/** A multipart form that a call takes beside JSON: the same fields, and a file where JSON has other fields. */
export interface FormSpec {
  /** The field of the file. */
  file: string;
  replaces: readonly string[];
  /** Fields of the body that may come as a file, too, in place of the text that JSON has. */
  optionalFiles?: readonly string[];
}

export function defineCalls<const T extends Record<CallKey, CallSpec>>(calls: T): T {
  return calls;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
export type CallParams<Key extends string> = [PathNames<Key>] extends [never] ? undefined : Record<PathNames<Key>, string>;
/** What a caller sends: before defaults and coercion. */
export type CallQuery<C> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type CallBody<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** What a caller reads. */
export type CallResponse<C> = C extends { response: infer R extends z.ZodType } ? z.output<R> : undefined;
/** What a handler reads: after defaults and coercion. */
export type CallQueryParsed<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type CallBodyParsed<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
