import { types } from 'node:util';
import { messages } from '../errors/messages';
import { HttpError, outOfSpace, unavailable } from '../errors';

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
  if (isOutOfSpace(error)) return outOfSpace();
  // Repeated several times already; the caller may have more luck later.
  if (isTransient(error) || isOutage(error)) return unavailable();
  return null;
}

/** Of the socket and the system; 25006 is a server that has become a standby, 40003 a commit whose answer was lost. */
const OUTAGES = new Set([
  '25006',
  '40003',
  '58030',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
/** Classes of PostgreSQL: connections, resources that have run out, and what its operator or its own end cuts off. */
const OUTAGE_CLASSES = /^(08|53|57)...$/;

/** Whether the database could not be reached, or was lost on the way: nothing is wrong with what was asked. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return false;
  // A socket whose folder is gone; of any other file it says nothing about the database.
  if (code === 'ENOENT') return syscallOf(error) === 'connect';
  return OUTAGE_CLASSES.test(code) || OUTAGES.has(code) || isOutOfSpace(error);
}

/** Of a file system and of PostgreSQL. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether something could not be written because there is no room for it. */
export function isOutOfSpace(error: unknown): boolean {
  return FULL.has(codeOf(error) ?? '') || (isError(error) && error.message.endsWith('No space left on device'));
}

/**
 * The connection was lost while a transaction was being committed: it may have happened. The code is PostgreSQL's own for
 * "transaction resolution unknown".
 */
export class CommitLostError extends Error {
  override name = 'CommitLostError';
  readonly code = '08007';
}

function isDeletion(error: unknown): boolean {
  return isError(error) && error.message.startsWith('update or delete');
}

/** What the driver and its pools say without a code when a connection is lost, under a statement or before it. */
const LOST = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed',
    '^timeout exceeded when trying to connect',
    '^timeout expired',
    '^Query read timeout',
    '^Received unexpected .+ from backend',
    '^There was an error establishing an SSL connection',
    // A request that came while the server was ending.
    '^Cannot use a pool after calling end',
    '^driver has already been destroyed',
    // A worker of a statement done in parallel, when the postmaster is gone.
    '^lost connection to parallel worker',
    '^parallel worker failed to initialize',
  ].join('|'),
);

/** Node's own errors, such as those of sockets, are of another realm than code that runs in a context, as the suite's does. */
function isError(error: unknown): error is Error {
  return types.isNativeError(error);
}

function codeOf(error: unknown): string | null {
  if (!isError(error)) return null;
  if (LOST.test(error.message)) return '08006';
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function syscallOf(error: unknown): unknown {
  return isError(error) && 'syscall' in error ? error.syscall : undefined;
}
