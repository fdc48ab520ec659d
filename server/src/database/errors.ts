import { messages } from '../errors/messages';
import { HttpError } from '../errors';

/** Whether running the transaction again may well succeed: a deadlock or a serialisation failure. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001';
}

/** Input that only PostgreSQL could refuse, as an answer; null when the error is the server's own fault. */
export function fromDatabaseError(error: unknown): HttpError | null {
  const code = codeOf(error);
  if (!code) return null;
  if (code === '23505') return new HttpError(409, messages.duplicate);
  if (code === '23503') return new HttpError(409, isDeletion(error) ? messages.inUse : messages.gone);
  if (code === '23514' || code === '23502' || code.startsWith('22')) return new HttpError(400, messages.notStorable);
  if (code === '54001' || code === '54000') return new HttpError(400, messages.notStorable);
  // Repeated several times already; the caller may have more luck later.
  if (isTransient(error) || isOutage(error)) return new HttpError(503, messages.unavailable, {}, { 'retry-after': '1' });
  return null;
}

/** Of the driver and the socket; 25006 is a server that has become a standby. */
const OUTAGES = new Set([
  '53300',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether the database could not be reached, or was lost on the way: nothing is wrong with what was asked. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && (code.startsWith('08') || code.startsWith('57P') || OUTAGES.has(code));
}

function isDeletion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('update or delete');
}

/** What the driver says without a code when a connection is lost, under a statement or before it. */
const LOST =
  /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error|^Client was closed/;

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (LOST.test(error.message)) return '08006';
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
