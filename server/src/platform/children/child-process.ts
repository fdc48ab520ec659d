import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { HttpError } from '../errors';
import type { ChildMessage, RequestFailure, ServerMessage } from './protocol';
import { readResidentBytes } from './resident-memory';

const MEMORY_CHECK_INTERVAL_MS = 50;

/** A program that runs as a child process and calls `serveRequests`. */
export interface ChildProgram {
  /** Path of the built program. */
  bundle: string;
  /** Path of the source file, which runs if the program has not been built. */
  source: string;
  /** Number of malloc arenas. A single arena returns freed memory to the system, several are faster with threads. */
  mallocArenas: number;
  /** Arguments of Node. */
  nodeOptions?: readonly string[];
  /** Whether the process runs with low priority, so that it does not slow down the API. */
  hasLowPriority?: boolean;
}

export interface RequestOptions<Event> {
  /** Called for each event. The process waits until the server acknowledges the event, which happens when the promise resolves. */
  onEvent?: (event: Event) => Promise<void> | void;
  /** Aborting the signal kills the process. */
  signal?: AbortSignal;
  /** Kills the process when the request takes longer. */
  timeoutMs?: number;
  /** Kills the process when it uses more memory. Linux only. */
  maxResidentBytes?: number;
}

/** A running child process. The server process can exit while the child is idle, but not while requests are pending. */
export interface Child<Request, Result, Event = never> {
  /**
   * Sends a request and returns its result. Throws ChildRefusal, ChildExited, the signal's reason, the error of `onEvent`, or an
   * unexpected error of the program. An error of `onEvent` also kills the process.
   */
  request: (request: Request, options?: RequestOptions<Event>) => Promise<Result>;
  kill: () => void;
  /** False as soon as the process was killed or has exited. */
  readonly isRunning: boolean;
  readonly exited: Promise<void>;
  readonly pid: number | undefined;
}

/** Why and how a child process exited before it had responded. */
interface ChildExit {
  /** The limit that the request exceeded. Undefined if the process exited by itself, or if something else killed it. */
  exceeded?: 'memory' | 'time';
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether the program had started. */
  wasReady: boolean;
}

/** The process exited before it had responded. */
export class ChildExited extends Error {
  constructor(readonly exit: ChildExit) {
    super('The child process exited.');
  }
}

/** The program refused the request with a status and a message for the user. */
export class ChildRefusal extends HttpError {}

interface PendingRequest<Result, Event> {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  onEvent?: RequestOptions<Event>['onEvent'];
}

/** Starts a child process. Its environment contains no secrets of the server, because it reads untrusted files. */
export function startChild<Request, Result, Event = never>(program: ChildProgram): Child<Request, Result, Event> {
  const child = forkProgram(program);
  const pendingRequests = new Map<number, PendingRequest<Result, Event>>();
  const childExit: ChildExit = { code: null, signal: null, wasReady: false };
  let [lastId, isRunning] = [0, true];
  const send = (message: ServerMessage<Request>) => child.send(message, () => undefined);
  const kill = () => {
    isRunning = false;
    child.kill('SIGKILL');
  };
  const exited = new Promise<void>((resolve) => {
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      isRunning = false;
      Object.assign(childExit, { code, signal });
      for (const { reject } of pendingRequests.values()) reject(new ChildExited(childExit));
      resolve();
    };
    child.on('exit', onExit);
    // Emitted if the process could not be started, or if a message was sent to a process that has just exited. In the latter
    // case, `exit` is emitted as well.
    child.on('error', () => child.pid === undefined && onExit(null, null));
  });
  const acknowledge = async ({ onEvent, reject }: PendingRequest<Result, Event>, event: Event, acknowledged: number) => {
    try {
      await onEvent?.(event);
      send({ acknowledged });
    } catch (error) {
      kill();
      reject(error);
    }
  };
  child.on('message', (message: ChildMessage<Result, Event>) => {
    if ('ready' in message) return void (childExit.wasReady = true);
    const request = pendingRequests.get(message.id);
    if (!request) return;
    if ('event' in message) void acknowledge(request, message.event, message.sequence);
    else if ('done' in message) request.resolve(message.done);
    else request.reject(toError(message.failed));
  });
  setReferenced(child, false);

  return {
    kill,
    exited,
    pid: child.pid,
    get isRunning() {
      return isRunning;
    },
    request: (request, { onEvent, signal, timeoutMs, maxResidentBytes } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (!isRunning) throw new ChildExited(childExit);
        const id = (lastId += 1);
        const onAbort = () => {
          kill();
          onSettled();
          reject(signal?.reason instanceof Error ? signal.reason : new ChildExited(childExit));
        };
        const killAfterExceeding = (exceeded: ChildExit['exceeded']) => {
          childExit.exceeded ??= exceeded;
          kill();
        };
        const checkMemory = (max: number) => (readResidentBytes(child.pid) ?? 0) > max && killAfterExceeding('memory');
        const timers = [
          timeoutMs !== undefined && setTimeout(killAfterExceeding, timeoutMs, 'time'),
          maxResidentBytes !== undefined && setInterval(checkMemory, MEMORY_CHECK_INTERVAL_MS, maxResidentBytes),
        ];
        const onSettled = () => {
          pendingRequests.delete(id);
          for (const timer of timers) if (timer) clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          setReferenced(child, pendingRequests.size > 0);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const withCleanup =
          <Value>(settleRequest: (value: Value) => void) =>
          (value: Value) => {
            onSettled();
            settleRequest(value);
          };
        pendingRequests.set(id, { resolve: withCleanup(resolve), reject: withCleanup(reject), onEvent });
        setReferenced(child, true);
        send({ id, request });
      }),
  };
}

function forkProgram({ bundle, source, mallocArenas, nodeOptions = [], hasLowPriority }: ChildProgram): ChildProcess {
  const isBundled = existsSync(bundle);
  const { PATH, HOME, TMPDIR } = process.env;
  const child = fork(isBundled ? bundle : source, [], {
    // When the server runs from its sources, its own arguments contain the TypeScript loader.
    execArgv: [...(isBundled ? [] : process.execArgv), ...nodeOptions],
    env: { PATH, HOME, TMPDIR, MALLOC_ARENA_MAX: String(mallocArenas) },
    // Ignore the output: warnings of image libraries would let a caller fill the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (hasLowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already exited, or the system denies the change.
  }
  return child;
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const switchTo = isReferenced ? 'ref' : 'unref';
  child[switchTo]();
  child.channel?.[switchTo]();
}

function toError({ message, stack, status }: RequestFailure): Error {
  if (status !== undefined) return new ChildRefusal(status, message);
  return Object.assign(new Error(message), stack !== undefined && { stack });
}
