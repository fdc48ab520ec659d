import { types } from 'node:util';
import { messages } from '../errors/messages';
import { HttpError, notFound, outOfSpace, unavailable } from '../errors';

/** Whether a retry of the transaction may succeed: a deadlock or a serialization failure. */
export function isTransient(error: unknown): boolean {
  const code = getCode(error);
  return code === '40P01' || code === '40001';
}

/** Maps a database error to a response: invalid input or an outage. Null if the error is a bug of the server. */
export function fromDatabaseError(error: unknown): HttpError | null {
  const code = getCode(error);
  if (!code) return null;
  if (code === '23505') return new HttpError(409, messages.duplicate);
  if (code === '23503') return new HttpError(409, isDeletion(error) ? messages.inUse : messages.referenceMissing);
  // Raised by views with a check option: the caller is limited to their annotation jobs, and adds an annotation to an image whose
  // annotations are hidden from them.
  if (code === '44000') return notFound('Image');
  if (isConstraint(error, 'skeleton_points')) return new HttpError(409, messages.otherSkeleton);
  if (code === '23514' || code === '23502' || code.startsWith('22')) return new HttpError(400, messages.notStorable);
  if (code === '54001' || code === '54000') return new HttpError(400, messages.notStorable);
  if (isOutOfSpace(error)) return outOfSpace();
  // The transaction was already retried several times. The caller may try again later.
  if (isTransient(error) || isOutage(error)) return unavailable();
  return null;
}

/**
 * Error codes of sockets, of the system and of PostgreSQL. 25006: the server has become a standby. 40003: the result of a commit was lost.
 */
const OUTAGE_CODES = new Set([
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
/** PostgreSQL error classes: connection failures, exhausted resources, and operator intervention or shutdown. */
const OUTAGE_CLASSES = /^(08|53|57)...$/;

/** Whether the database was unreachable or the connection was lost, so that the request itself may be valid. */
export function isOutage(error: unknown): boolean {
  const code = getCode(error);
  if (code === null) return false;
  // ENOENT means an outage only for the database's socket, not for other files.
  if (code === 'ENOENT') return getSyscall(error) === 'connect';
  return OUTAGE_CLASSES.test(code) || OUTAGE_CODES.has(code) || isOutOfSpace(error);
}

/** Codes of the file system and of PostgreSQL. */
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether a write failed because the disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  return DISK_FULL_CODES.has(getCode(error) ?? '') || (isError(error) && error.message.endsWith('No space left on device'));
}

/**
 * The connection was lost during a commit, so the transaction may or may not be committed. The code is PostgreSQL's
 * "transaction resolution unknown".
 */
export class CommitLostError extends Error {
  override name = 'CommitLostError';
  readonly code = '08007';
}

function isConstraint(error: unknown, name: string): boolean {
  return isError(error) && 'constraint' in error && error.constraint === name;
}

function isDeletion(error: unknown): boolean {
  return isError(error) && error.message.startsWith('update or delete');
}

/** Error messages of the driver and its pools when a connection is lost. These errors have no code. */
const CONNECTION_LOST_MESSAGES = new RegExp(
  [
    '^Connection terminated',
    '^Client has encountered a connection error',
    '^Client was closed',
    '^timeout exceeded when trying to connect',
    '^timeout expired',
    '^Query read timeout',
    '^Received unexpected .+ from backend',
    '^There was an error establishing an SSL connection',
    // A request arrived while the server was shutting down.
    '^Cannot use a pool after calling end',
    '^driver has already been destroyed',
    // A worker of a parallel query reports this when the postmaster has died.
    '^lost connection to parallel worker',
    '^parallel worker failed to initialize',
  ].join('|'),
);

/** `instanceof Error` is false for Node's own errors in Jest's separate JavaScript realm. */
function isError(error: unknown): error is Error {
  return types.isNativeError(error);
}

function getCode(error: unknown): string | null {
  if (!isError(error)) return null;
  if (CONNECTION_LOST_MESSAGES.test(error.message)) return '08006';
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function getSyscall(error: unknown): unknown {
  return isError(error) && 'syscall' in error ? error.syscall : undefined;
}
