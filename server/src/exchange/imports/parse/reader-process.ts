import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../../../errors';
import { InterruptedError } from '../../../work/kind';
import { messages } from '../state/messages';
import type { ParseRequest, ParsedRowWriter, ParseSummary } from './parse-files';

/** What the process that reads says. It goes on when rows are kept. */
export type ReaderMessage =
  | { shapes: string }
  | { named: string }
  | { items: string; count: number; total: number }
  | { done: ParseSummary }
  /** `status`: of an HttpError, such as that of a bucket that is away. */
  | { failed: { message: string; stack?: string; status: number | null } };

export type ReaderRequest = { read: ParseRequest } | { kept: true };

/** Megabytes of its heap: 100,000 images need less. */
const HEAP_MB = 128;
/** For imports that need more, one at a time: 500,000 images need less. What needs more still ends the process, and not the server. */
const LARGE_HEAP_MB = 384;
/** A small nursery is collected often, and leaves little behind that is old before it is gone. */
const NURSERY_MB = 4;
/** By how much its heap may grow before it is collected: left to itself, it takes four times what is in use. */
const GROWTH_PERCENT = 40;
/** Time for reading files that were sent: this much, and as much again as a slow disk needs for their bytes. */
const MIN_TIME_LIMIT_MS = 20 * 60_000;
const SLOW_BYTES_PER_MS = 2_000;
/** Timers of Node take no more than 24 days. */
const MAX_TIME_LIMIT_MS = 20 * 24 * 3_600_000;
/** For reading a place of the operator, whose size is not known before. */
const PLACE_TIME_LIMIT_MS = 24 * 3_600_000;
/** It is kept so long, for who plans again. */
const IDLE_MS = 10_000;

/** The process ended before it had read all: the system took it, or its heap was full. */
class ReaderExitError extends InterruptedError {
  override message = messages.readerGone;
}

/** Its heap was full, as it would be each time with the same heap. */
class HeapFullError extends Error {
  override message = messages.readerGone;
}

/** Where the rows of a reading go. */
export interface RestartableRowWriter extends ParsedRowWriter {
  /** Removes the rows of a reading that was cut off, before another begins. */
  begin: () => Promise<void>;
}

let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

/** How long the reading of these files may take. A time that no real import needs frees the server from one that never ends. */
export function computeTimeLimit({ source, sent }: Pick<ParseRequest, 'source' | 'sent'>): number {
  if (source) return PLACE_TIME_LIMIT_MS;
  const bytes = sent.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(MAX_TIME_LIMIT_MS, MIN_TIME_LIMIT_MS + Math.ceil(bytes / SLOW_BYTES_PER_MS));
}

/**
 * Reads the files of an import in a process of its own (ADR 0072), behind everything else on this machine. Throws what `rows` throws,
 * the signal's reason, what the reading failed with, or ReaderGone. Files that need a larger heap are read again with one.
 */
export async function parseInProcess(
  order: ParseRequest,
  rows: RestartableRowWriter,
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
): Promise<ParseSummary> {
  const read = async (isLarge: boolean): Promise<ParseSummary> => {
    const timeout = AbortSignal.timeout(limitMs);
    try {
      return await readOnce(order, rows, { signal: AbortSignal.any([signal, timeout]), isLarge });
    } catch (error) {
      throw timeout.aborted && !signal.aborted ? new Error(messages.tookTooLong(limitMs)) : error;
    }
  };
  try {
    return await read(false);
  } catch (error) {
    if (!(error instanceof HeapFullError)) throw error;
    return inTurn(signal, () => read(true));
  }
}

let lastLarge: Promise<unknown> = Promise.resolve();

/** Waits until no other reading has the large heap. */
function inTurn<Result>(signal: AbortSignal, read: () => Promise<Result>): Promise<Result> {
  const turn = lastLarge.then(read);
  lastLarge = turn.catch(() => undefined);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
  });
  return Promise.race([turn, aborted]);
}

const reasonOf = (signal: AbortSignal) => (signal.reason instanceof Error ? signal.reason : new ReaderExitError());

async function readOnce(
  order: ParseRequest,
  rows: RestartableRowWriter,
  { signal, isLarge }: { signal: AbortSignal; isLarge: boolean },
): Promise<ParseSummary> {
  signal.throwIfAborted();
  await rows.begin();
  const child = (isLarge ? null : takeIdle()) ?? forkReader(isLarge ? LARGE_HEAP_MB : HEAP_MB);
  hold(child, true);
  let isReusable = false;
  try {
    const summary = await conversation(child, order, rows, signal);
    isReusable = !isLarge;
    return summary;
  } finally {
    child.removeAllListeners();
    if (isReusable) keepIdle(child);
    else child.kill('SIGKILL');
  }
}

function conversation(child: ChildProcess, order: ParseRequest, rows: ParsedRowWriter, signal: AbortSignal): Promise<ParseSummary> {
  return new Promise((resolve, reject) => {
    const tell = (told: ReaderRequest) => child.send(told, () => undefined);
    const onAbort = () => reject(reasonOf(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const settled =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    // V8 aborts where its heap is full.
    child.on('exit', (_, by) => settled(reject)(by === 'SIGABRT' ? new HeapFullError() : new ReaderExitError()));
    child.on('error', () => child.pid === undefined && settled(reject)(new ReaderExitError()));
    child.on('message', (report: ReaderMessage) => {
      if ('done' in report) settled(resolve)(report.done);
      else if ('failed' in report) settled(reject)(errorOf(report.failed));
      else {
        const kept =
          'shapes' in report
            ? rows.shapes(report.shapes)
            : 'named' in report
              ? rows.named(report.named)
              : rows.items(report.items, report.count, report.total);
        kept.then(() => tell({ kept: true }), settled(reject));
      }
    });
    tell({ read: order });
  });
}

function errorOf({ message, stack, status }: Extract<ReaderMessage, { failed: unknown }>['failed']): Error {
  if (status !== null) return new HttpError(status, message);
  return Object.assign(new Error(message), { stack });
}

function forkReader(heapMb: number): ChildProcess {
  const bundled = process.env.CONSOLE_READER ?? join(__dirname, 'reader.cjs');
  const isBundled = existsSync(bundled);
  const limits = [
    `--max-old-space-size=${heapMb}`,
    `--max-semi-space-size=${NURSERY_MB}`,
    `--heap-growing-percent=${GROWTH_PERCENT}`,
  ];
  const child = fork(isBundled ? bundled : join(__dirname, '..', '..', '..', 'reader.ts'), [], {
    // Run from its sources, the server has the loader of TypeScript among its own arguments.
    execArgv: isBundled ? limits : [...process.execArgv, ...limits],
    // No secrets for what reads strangers' files.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us.
  }
  return child;
}

function takeIdle(): ChildProcess | null {
  if (!idle) return null;
  const { child, timer } = idle;
  idle = null;
  clearTimeout(timer);
  return child.connected && child.exitCode === null ? child : null;
}

function keepIdle(child: ChildProcess): void {
  if (idle) return void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    if (idle?.child === child) idle = null;
    child.kill('SIGKILL');
  }, IDLE_MS);
  timer.unref();
  idle = { child, timer };
  // An error of a process that is gone must not end the server.
  child.on('error', () => undefined);
  hold(child, false);
}

/** Only a process that has something to do keeps this one from ending. */
function hold(child: ChildProcess, held: boolean): void {
  const switchTo = held ? 'ref' : 'unref';
  child[switchTo]();
  child.channel?.[switchTo]();
}
