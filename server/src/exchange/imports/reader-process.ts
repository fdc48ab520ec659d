import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../../errors';
import { Interrupted } from '../../work/kind';
import { messages } from './messages';
import type { ReadOrder, ReadRows, ReadSummary } from './reading';

/** What the process that reads says. It goes on when rows are kept. */
export type ReaderReport =
  | { shapes: string }
  | { named: string }
  | { items: string; count: number; total: number }
  | { done: ReadSummary }
  /** `status`: of an HttpError, such as that of a bucket that is away. */
  | { failed: { message: string; stack?: string; status: number | null } };

export type ReaderOrder = { read: ReadOrder } | { kept: true };

/** Megabytes of its heap; 500,000 pictures take 350. What is read beyond it ends the process, and not the server. */
const HEAP_MB = 512;
/** A small nursery is collected often, and leaves little behind that is old before it is gone. */
const NURSERY_MB = 4;
/** By how much its heap may grow before it is collected: left to itself, it takes four times what is in use. */
const GROWTH_PERCENT = 40;
/** It is kept so long, for who plans again. */
const IDLE_MS = 10_000;

/** The process ended before it had read all: the system took it, or its heap was full. */
class ReaderGone extends Interrupted {
  override message = messages.readerGone;
}

let idle: { child: ChildProcess; timer: NodeJS.Timeout } | null = null;

/**
 * Reads the files of an import in a process of its own (ADR 0072), behind everything else on this machine. Throws what `rows` throws,
 * the signal's reason, what the reading failed with, or ReaderGone.
 */
export async function readInProcess(order: ReadOrder, rows: ReadRows, signal: AbortSignal): Promise<ReadSummary> {
  signal.throwIfAborted();
  const child = takeIdle() ?? forkReader();
  hold(child, true);
  let isWhole = false;
  try {
    const summary = await conversation(child, order, rows, signal);
    isWhole = true;
    return summary;
  } finally {
    child.removeAllListeners();
    if (isWhole) keepIdle(child);
    else child.kill('SIGKILL');
  }
}

function conversation(child: ChildProcess, order: ReadOrder, rows: ReadRows, signal: AbortSignal): Promise<ReadSummary> {
  return new Promise((resolve, reject) => {
    const tell = (told: ReaderOrder) => child.send(told, () => undefined);
    const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new ReaderGone());
    signal.addEventListener('abort', onAbort, { once: true });
    const settled =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    // V8 aborts where its heap is full, as it would each time.
    child.on('exit', (_, by) => settled(reject)(by === 'SIGABRT' ? new Error(messages.readerGone) : new ReaderGone()));
    child.on('error', () => child.pid === undefined && settled(reject)(new ReaderGone()));
    child.on('message', (report: ReaderReport) => {
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

function errorOf({ message, stack, status }: Extract<ReaderReport, { failed: unknown }>['failed']): Error {
  if (status !== null) return new HttpError(status, message);
  return Object.assign(new Error(message), { stack });
}

function forkReader(): ChildProcess {
  const bundled = process.env.CONSOLE_READER ?? join(__dirname, 'reader.cjs');
  const isBundled = existsSync(bundled);
  const limits = [
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${NURSERY_MB}`,
    `--heap-growing-percent=${GROWTH_PERCENT}`,
  ];
  const child = fork(isBundled ? bundled : join(__dirname, '..', '..', 'reader.ts'), [], {
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
