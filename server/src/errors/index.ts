import { messages } from './messages';

/** An answer other than success: a status and the `detail` a person or a client reads. */
export class HttpError extends Error {
  override name = 'HttpError';
  constructor(
    readonly status: number,
    readonly detail: string,
    /** Further fields of the body, such as the present state of a row that was changed meanwhile. */
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
}

/** 400 that names the field. */
export function badField(field: string, message: string): HttpError {
  return new HttpError(400, messages.field(field, message));
}

/** 404; also for rows of workspaces that the caller is no member of, so that ids cannot be probed. */
export function notFound(what = 'Row'): HttpError {
  return new HttpError(404, messages.notFound(what));
}

/** 503 while the answer cannot be had; the caller may ask again. */
export function unavailable(): HttpError {
  return new HttpError(503, messages.unavailable, {}, { 'retry-after': '1' });
}

/** 503 until there is room again, with a code by which consoles tell it from any other. */
export function outOfSpace(): HttpError {
  return new HttpError(503, messages.outOfSpace, { code: 'out_of_space' }, { 'retry-after': '5' });
}

export function noService(service: string): HttpError {
  return new HttpError(403, messages.noService(service));
}

/** 409 with the row as it is now. */
export function staleVersion(current: unknown): HttpError {
  return new HttpError(409, messages.staleVersion, { current });
}

/** As a refusal names somebody. */
export interface Person {
  id: string;
  username: string;
}

/** 409 with the row as it is now, and who made it so. */
export function staleBy(current: unknown, person: Person | undefined): HttpError {
  return new HttpError(409, messages.staleVersion, { current, changed_by: person ?? null });
}
