import { messages } from './messages';

/** An error response: a status and the `detail` for users and clients. */
export class HttpError extends Error {
  override name = 'HttpError';
  constructor(
    readonly status: number,
    readonly detail: string,
    /** Additional fields of the body, such as the current state of a row that was changed concurrently. */
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
}

/** Returns the status of an error response, and undefined for an unexpected error. */
export function getStatus(error: unknown): number | undefined {
  return error instanceof HttpError ? error.status : undefined;
}

/** Creates a 400 that names the invalid field. */
export function createFieldError(field: string, message: string): HttpError {
  return new HttpError(400, messages.field(field, message));
}

/** Creates a 404. Also used for rows of workspaces of which the caller is not a member, so that ids cannot be probed. */
export function notFound(entityName = 'Row'): HttpError {
  return new HttpError(404, messages.notFound(entityName));
}

/** Creates a 503 for a temporary outage. The client may retry. */
export function unavailable(): HttpError {
  return new HttpError(503, messages.unavailable, {}, { 'retry-after': '1' });
}

/** Creates a 503 for a full disk, with a code by which the console distinguishes it from other errors. */
export function outOfSpace(): HttpError {
  return new HttpError(503, messages.outOfSpace, { code: 'out_of_space' }, { 'retry-after': '5' });
}

/** Creates a 403 for a workspace that lacks a service. */
export function noService(service: string): HttpError {
  return new HttpError(403, messages.noService(service));
}

/** Creates a 409 with the current row. */
export function createVersionConflict(current: unknown): HttpError {
  return new HttpError(409, messages.staleVersion, { current });
}

/** A user named by an error response, such as the user who has changed the row. */
export interface NamedUser {
  id: string;
  username: string;
}

/** Creates a 409 with the current row and the user who changed it. */
export function createVersionConflictWithEditor(current: unknown, user: NamedUser | undefined): HttpError {
  return new HttpError(409, messages.staleVersion, { current, changed_by: user ?? null });
}
