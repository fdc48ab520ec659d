import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../../../platform/errors';
import { InterruptedError } from '../../../platform/queue/kind';
import { messages } from '../state/messages';
import type { ParseRequest, ParsedRowWriter, ParseSummary } from './parse-files';

/** Messages of the reader process. After each message with rows it waits for `stored`. */
export type ReaderMessage =
  | { shapes: string }
  | { entities: string }
  | { items: string; count: number; total: number }
  | { done: ParseSummary }
  /** `status` is that of an HttpError, as when a bucket is unreachable. */
  | { failed: { message: string; stack?: string; status: number | null } };

/** Messages to the reader process. */
export type ReaderRequest = { parse: ParseRequest } | { stored: true };

/** Heap size in MB. Enough for 100,000 images. */
const HEAP_MB = 128;
/**
 * For imports that need more, one at a time. Enough for 500,000 images. A larger import crashes the reader process, not the server.
 */
const LARGE_HEAP_MB = 384;
/** A small young generation is collected often, so few short-lived objects reach the old generation. */
const YOUNG_GENERATION_MB = 4;
/** How much the heap grows before it is collected. V8's default lets it reach four times the memory in use. */
const GROWTH_PERCENT = 40;
/** The time limit for uploaded files is this minimum plus the time that a slow disk needs for their bytes. */
const MIN_TIME_LIMIT_MS = 20 * 60_000;
const SLOW_BYTES_PER_MS = 2_000;
/** Node timers overflow after 24 days. */
const MAX_TIME_LIMIT_MS = 20 * 24 * 3_600_000;
/** For an import place of the operator, whose size is unknown in advance. */
const PLACE_TIME_LIMIT_MS = 24 * 3_600_000;
/** How long the process stays for a user who plans again. */
const IDLE_MS = 10_000;

/** The process exited before it had parsed everything, usually because the system killed it. The work is retried. */
class ReaderExitError extends InterruptedError {
  override message = messages.memoryLimit;
}

/** The heap was full. A retry with the same heap size would fail again. */
class HeapFullError extends Error {
  override message = messages.memoryLimit;
}

/** Receives the rows of an import that may be parsed more than once. */
export interface RestartableRowWriter extends ParsedRowWriter {
  /** Deletes the rows of an interrupted attempt before the next one starts. */
  reset: () => Promise<void>;
}

let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

/** The time limit in milliseconds. No real import needs that long, but one that never finishes must not block the server. */
export function computeTimeLimit({ source, sent }: Pick<ParseRequest, 'source' | 'sent'>): number {
  if (source) return PLACE_TIME_LIMIT_MS;
  const bytes = sent.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(MAX_TIME_LIMIT_MS, MIN_TIME_LIMIT_MS + Math.ceil(bytes / SLOW_BYTES_PER_MS));
}

/**
 * Parses the files of an import in a separate process with low priority (ADR 0072). Files that need a larger heap are parsed again with one.
 * Throws the errors of `rows` and of the parser, the signal's reason, or ReaderExitError.
 */
export async function parseInProcess(
  request: ParseRequest,
  rows: RestartableRowWriter,
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
): Promise<ParseSummary> {
  const parse = async (isLarge: boolean): Promise<ParseSummary> => {
    const timeout = AbortSignal.timeout(limitMs);
    try {
      return await parseOnce(request, rows, { signal: AbortSignal.any([signal, timeout]), isLarge });
    } catch (error) {
      throw timeout.aborted && !signal.aborted ? new Error(messages.timeLimit(limitMs)) : error;
    }
  };
  try {
    return await parse(false);
  } catch (error) {
    if (!(error instanceof HeapFullError)) throw error;
    return queueLargeHeap(signal, () => parse(true));
  }
}

let lastLargeHeap: Promise<unknown> = Promise.resolve();

/** Runs one large-heap process after the other. */
function queueLargeHeap<Result>(signal: AbortSignal, parse: () => Promise<Result>): Promise<Result> {
  const result = lastLargeHeap.then(parse);
  lastLargeHeap = result.catch(() => undefined);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(getAbortError(signal)), { once: true });
  });
  return Promise.race([result, aborted]);
}

const getAbortError = (signal: AbortSignal) => (signal.reason instanceof Error ? signal.reason : new ReaderExitError());

async function parseOnce(
  request: ParseRequest,
  rows: RestartableRowWriter,
  { signal, isLarge }: { signal: AbortSignal; isLarge: boolean },
): Promise<ParseSummary> {
  signal.throwIfAborted();
  await rows.reset();
  const child = (isLarge ? null : claimIdleReader()) ?? forkReader(isLarge ? LARGE_HEAP_MB : HEAP_MB);
  setKeepsServerAlive(child, true);
  let isReusable = false;
  try {
    const summary = await exchangeMessages(child, request, rows, signal);
    isReusable = !isLarge;
    return summary;
  } finally {
    child.removeAllListeners();
    if (isReusable) storeIdleReader(child);
    else child.kill('SIGKILL');
  }
}

function exchangeMessages(
  child: ChildProcess,
  request: ParseRequest,
  rows: ParsedRowWriter,
  signal: AbortSignal,
): Promise<ParseSummary> {
  return new Promise((resolve, reject) => {
    const send = (message: ReaderRequest) => child.send(message, () => undefined);
    const onAbort = () => reject(getAbortError(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const settled =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    // V8 aborts the process when the heap is full.
    child.on('exit', (_, exitSignal) => settled(reject)(exitSignal === 'SIGABRT' ? new HeapFullError() : new ReaderExitError()));
    child.on('error', () => child.pid === undefined && settled(reject)(new ReaderExitError()));
    child.on('message', (report: ReaderMessage) => {
      if ('done' in report) settled(resolve)(report.done);
      else if ('failed' in report) settled(reject)(toError(report.failed));
      else {
        const stored =
          'shapes' in report
            ? rows.shapes(report.shapes)
            : 'entities' in report
              ? rows.entities(report.entities)
              : rows.items(report.items, report.count, report.total);
        stored.then(() => send({ stored: true }), settled(reject));
      }
    });
    send({ parse: request });
  });
}

function toError({ message, stack, status }: Extract<ReaderMessage, { failed: unknown }>['failed']): Error {
  if (status !== null) return new HttpError(status, message);
  return Object.assign(new Error(message), { stack });
}

function forkReader(heapMb: number): ChildProcess {
  const bundled = process.env.CONSOLE_READER ?? join(__dirname, 'reader.cjs');
  const isBundled = existsSync(bundled);
  const limits = [
    `--max-old-space-size=${heapMb}`,
    `--max-semi-space-size=${YOUNG_GENERATION_MB}`,
    `--heap-growing-percent=${GROWTH_PERCENT}`,
  ];
  const child = fork(isBundled ? bundled : join(__dirname, '..', '..', '..', 'reader.ts'), [], {
    // When the server runs from its sources, its arguments include the TypeScript loader.
    execArgv: isBundled ? limits : [...process.execArgv, ...limits],
    // The process parses untrusted files, so it gets no secrets.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already exited, or the system denies the change.
  }
  return child;
}

function claimIdleReader(): ChildProcess | null {
  if (!idle) return null;
  const { child, timer } = idle;
  idle = null;
  clearTimeout(timer);
  return child.connected && child.exitCode === null ? child : null;
}

function storeIdleReader(child: ChildProcess): void {
  if (idle) return void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    if (idle?.child === child) idle = null;
    child.kill('SIGKILL');
  }, IDLE_MS);
  timer.unref();
  idle = { child, timer };
  // An error of an exited process must not crash the server.
  child.on('error', () => undefined);
  setKeepsServerAlive(child, false);
}

/** Only a busy reader process keeps the server process alive. */
function setKeepsServerAlive(child: ChildProcess, isBusy: boolean): void {
  const switchTo = isBusy ? 'ref' : 'unref';
  child[switchTo]();
  child.channel?.[switchTo]();
}
