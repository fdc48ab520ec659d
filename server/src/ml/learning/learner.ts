import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { LearnerResult, LearnerRequest, Progress, LearnerMessage } from '@console/learner/protocol';
import { HttpError } from '../../platform/errors';
import { InterruptedError } from '../../platform/queue/kind';
import { messages } from './messages';

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'requestId'> : never;
/** A request without its id, which the learner adds. */
export type LearnerCommand = WithoutId<LearnerRequest>;

/** An error that the user can fix, such as too few images or an unreadable image. */
export class LearnerRefusal extends HttpError {
  constructor(detail: string) {
    super(400, detail);
  }
}

/** The process exited before it had responded. */
export class LearnerExited extends InterruptedError {
  override message = messages.learnerExited;
}

/** A running learner process. */
export interface Learner {
  /** Throws LearnerRefusal, LearnerExited, or the signal's reason. The signal kills the process to stop the computation. */
  send: (
    command: LearnerCommand,
    options?: { onProgress?: (progress: Progress) => void; signal?: AbortSignal },
  ) => Promise<LearnerResult>;
  readonly hasExited: boolean;
  stop: () => void;
}

interface PendingRequest {
  resolve: (result: LearnerResult) => void;
  reject: (error: Error) => void;
  onProgress?: (progress: Progress) => void;
}

/** Starts a learner process with low priority, so that it does not slow down the API. */
export function startLearner(): Learner {
  const child = forkLearner();
  if (child.pid !== undefined) lowerPriority(child.pid);
  const waiting = new Map<number, PendingRequest>();
  let lastId = 0;
  let hasExited = false;

  const onExit = () => {
    hasExited = true;
    for (const { reject } of waiting.values()) reject(new LearnerExited());
    waiting.clear();
  };
  child.on('exit', onExit);
  child.on('error', () => child.pid === undefined && onExit());
  child.on('message', (message: LearnerMessage) => {
    if ('ready' in message) return;
    const request = waiting.get(message.requestId);
    if (!request) return;
    if ('progress' in message) return request.onProgress?.(message.progress);
    waiting.delete(message.requestId);
    setKeepAlive(child, waiting.size > 0);
    if ('done' in message) request.resolve(message.done);
    else if ('refused' in message) request.reject(new LearnerRefusal(message.refused));
    else request.reject(new Error(message.failed));
  });
  const end = () => {
    hasExited = true;
    child.kill('SIGKILL');
  };
  setKeepAlive(child, false);

  return {
    send: (command, { onProgress, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (hasExited) return reject(new LearnerExited());
        const requestId = (lastId += 1);
        const onAbort = () => {
          waiting.delete(requestId);
          end();
          reject(signal?.reason instanceof Error ? signal.reason : new LearnerExited());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const withoutAbort =
          <A>(settle: (value: A) => void) =>
          (value: A) => {
            signal?.removeEventListener('abort', onAbort);
            settle(value);
          };
        waiting.set(requestId, { resolve: withoutAbort(resolve), reject: withoutAbort(reject), onProgress });
        setKeepAlive(child, true);
        child.send({ ...command, requestId } as LearnerRequest, () => undefined);
      }),
    get hasExited() {
      return hasExited;
    },
    stop: end,
  };
}

function forkLearner(): ChildProcess {
  const bundled = process.env.CONSOLE_LEARNER ?? join(__dirname, '..', 'learner', 'dist', 'learner.cjs');
  const isBundled = existsSync(bundled);
  const source = join(__dirname, '..', '..', '..', 'learner', 'src', 'main.ts');
  return fork(isBundled ? bundled : source, [], {
    // When the server runs from its sources, its own arguments contain the TypeScript loader, which the child inherits.
    ...(isBundled ? { execArgv: [] } : {}),
    // The process decodes untrusted images, so its environment contains no secrets.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** Only a process with pending requests keeps the server process from exiting. */
function setKeepAlive(child: ChildProcess, keepAlive: boolean): void {
  const method = keepAlive ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited already, or the system does not permit it.
  }
}
