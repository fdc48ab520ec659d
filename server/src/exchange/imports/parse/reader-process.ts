import { join } from 'node:path';
import { ChildExited, startChild, type Child } from '../../../platform/children/child-process';
import { unavailable } from '../../../platform/errors';
import { InterruptedError } from '../../../platform/queue/kind';
import { messages } from '../state/messages';
import type { ParseRequest, ParsedRowWriter, ParseSummary } from './parse-files';

/** Rows that the reader process has parsed. The process continues when they are stored. */
export type ReaderEvent = { shapes: string } | { entities: string } | { items: string; count: number; total: number };

type Reader = Child<ParseRequest, ParseSummary, ReaderEvent>;

/** Heap size in MB. Enough for 100,000 images. */
const HEAP_MB = 128;
/**
 * Heap size in MB for imports that do not fit into `HEAP_MB`. Only one of them runs at a time. It is enough for 500,000
 * images. A larger import crashes the reader process, not the server.
 */
const LARGE_HEAP_MB = 384;
/** Memory that the process needs outside the old generation, for code, file buffers and decoded masks. */
const EXTRA_MEMORY_BYTES = 140_000_000;
/**
 * Size in MB of the young generation. A small young generation is collected often, so that few short-lived objects reach the old
 * generation.
 */
const YOUNG_GENERATION_MB = 4;
/** Percentage by which the heap may grow before it is collected. By default, V8 lets it grow to four times the memory in use. */
const GROWTH_PERCENT = 40;
/** Minimum time limit for uploaded files. The time that a slow disk needs for their bytes is added. */
const MIN_TIME_LIMIT_MS = 20 * 60_000;
const SLOW_BYTES_PER_MS = 2_000;
/** Node timers overflow after 24 days. */
const MAX_TIME_LIMIT_MS = 20 * 24 * 3_600_000;
/** Time limit for files of an import place, whose size is not known in advance. */
const PLACE_TIME_LIMIT_MS = 24 * 3_600_000;
/** How long an unused process stays alive, in case the user plans the import again. */
const IDLE_MS = 10_000;

/** The process exited before it had parsed everything, usually because the system killed it. The queue then retries the work. */
class ReaderExitError extends InterruptedError {
  override message = messages.memoryLimit;
}

/** The heap was full, or buffers took more memory than allowed. A retry with the same limit would fail again. */
class HeapFullError extends Error {
  override message = messages.memoryLimit;
}

/** Receives the rows of an import that may be parsed more than once. */
export interface RestartableRowWriter extends ParsedRowWriter {
  /** Deletes the rows of an interrupted attempt before the next attempt starts. */
  reset: () => Promise<void>;
}

let idleReader: { reader: Reader; timer: NodeJS.Timeout } | null = null;

/** Returns the time limit in milliseconds. An import exceeds the limit only if its process hangs. */
export function computeTimeLimit({ source, sentFiles }: Pick<ParseRequest, 'source' | 'sentFiles'>): number {
  if (source) return PLACE_TIME_LIMIT_MS;
  const bytes = sentFiles.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return Math.min(MAX_TIME_LIMIT_MS, MIN_TIME_LIMIT_MS + Math.ceil(bytes / SLOW_BYTES_PER_MS));
}

/**
 * Parses the files of an import in a separate process with low priority (ADR 0068). Files that do not fit into the normal heap are parsed
 * again with a larger heap. Throws the errors of `rows` and of the parser, the signal's reason, ReaderExitError, or 503 if the process does
 * not start.
 */
export async function parseInProcess(
  request: ParseRequest,
  rows: RestartableRowWriter,
  { signal, limitMs }: { signal: AbortSignal; limitMs: number },
): Promise<ParseSummary> {
  const parseWithHeap = (hasLargeHeap: boolean) => parseOnce(request, rows, { signal, limitMs, hasLargeHeap });
  try {
    return await parseWithHeap(false);
  } catch (error) {
    if (!(error instanceof HeapFullError)) throw error;
    return queueLargeHeap(signal, () => parseWithHeap(true));
  }
}

let lastLargeHeap: Promise<unknown> = Promise.resolve();

/** Runs only one process with a large heap at a time. */
function queueLargeHeap<Result>(signal: AbortSignal, parse: () => Promise<Result>): Promise<Result> {
  const largeHeapRun = lastLargeHeap.then(parse);
  lastLargeHeap = largeHeapRun.catch(() => undefined);
  const abortedSignal = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new ReaderExitError()), {
      once: true,
    });
  });
  return Promise.race([largeHeapRun, abortedSignal]);
}

async function parseOnce(
  request: ParseRequest,
  rows: RestartableRowWriter,
  { signal, limitMs, hasLargeHeap }: { signal: AbortSignal; limitMs: number; hasLargeHeap: boolean },
): Promise<ParseSummary> {
  signal.throwIfAborted();
  await rows.reset();
  const heapMb = hasLargeHeap ? LARGE_HEAP_MB : HEAP_MB;
  const reader = (hasLargeHeap ? null : claimIdleReader()) ?? startReader(heapMb);
  let isReusable = false;
  try {
    const onEvent = (event: ReaderEvent) => storeRows(rows, event);
    const summary = await reader.request(request, {
      onEvent,
      signal,
      timeoutMs: limitMs,
      maxResidentBytes: heapMb * 1_000_000 + EXTRA_MEMORY_BYTES,
    });
    isReusable = !hasLargeHeap;
    return summary;
  } catch (error) {
    throw error instanceof ChildExited ? toReaderError(error, limitMs) : error;
  } finally {
    if (isReusable) storeIdleReader(reader);
    else reader.kill();
  }
}

function storeRows(rows: ParsedRowWriter, event: ReaderEvent): Promise<void> {
  if ('shapes' in event) return rows.shapes(event.shapes);
  if ('entities' in event) return rows.entities(event.entities);
  return rows.items(event.items, event.count, event.total);
}

function toReaderError({ exit }: ChildExited, limitMs: number): Error {
  if (exit.exceeded === 'time') return new Error(messages.timeLimit(limitMs));
  // V8 aborts the process when the heap is full.
  if (exit.exceeded === 'memory' || exit.signal === 'SIGABRT') return new HeapFullError();
  // The files are not the cause if the process was killed before it had read any of them.
  return exit.wasReady ? new ReaderExitError() : unavailable();
}

function startReader(heapMb: number): Reader {
  return startChild({
    bundle: process.env.CONSOLE_READER ?? join(__dirname, 'reader.cjs'),
    source: join(__dirname, '..', '..', '..', 'reader.ts'),
    mallocArenas: 1,
    nodeOptions: [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${YOUNG_GENERATION_MB}`,
      `--heap-growing-percent=${GROWTH_PERCENT}`,
    ],
    hasLowPriority: true,
  });
}

function claimIdleReader(): Reader | null {
  if (!idleReader) return null;
  const { reader, timer } = idleReader;
  idleReader = null;
  clearTimeout(timer);
  return reader.isRunning ? reader : null;
}

function storeIdleReader(reader: Reader): void {
  if (idleReader) return reader.kill();
  const timer = setTimeout(() => {
    if (idleReader?.reader === reader) idleReader = null;
    reader.kill();
  }, IDLE_MS);
  timer.unref();
  idleReader = { reader, timer };
}
