import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { LearnerResult, LearnerRequest, Progress, LearnerMessage } from '@console/learner/protocol';
import { HttpError } from '../errors';
import { Interrupted } from '../work/kind';
import { messages } from './messages';

type WithoutNumber<O> = O extends unknown ? Omit<O, 'order'> : never;
export type Ask = WithoutNumber<LearnerRequest>;

/** Thrown for what a person can mend: too few pictures, a picture that cannot be read. */
export class LearnerRefusal extends HttpError {
  constructor(detail: string) {
    super(400, detail);
  }
}

/** The process ended before it had answered. */
export class LearnerGone extends Interrupted {
  override message = messages.learnerGone;
}

export interface Learner {
  /** Throws LearnerRefusal, LearnerGone, or the signal's reason. The signal ends the process: what is computed cannot be called back. */
  ask: (order: Ask, options?: { onProgress?: (progress: Progress) => void; signal?: AbortSignal }) => Promise<LearnerResult>;
  readonly hasEnded: boolean;
  end: () => void;
}

interface Waiting {
  resolve: (answer: LearnerResult) => void;
  reject: (error: Error) => void;
  onProgress?: (progress: Progress) => void;
}

/** Starts the process that learns, and is asked; behind everything else on this machine, for people wait for the API's calls. */
export function startLearner(): Learner {
  const child = forkLearner();
  if (child.pid !== undefined) lower(child.pid);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let hasEnded = false;

  const gone = () => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new LearnerGone());
    waiting.clear();
  };
  child.on('exit', gone);
  child.on('error', () => child.pid === undefined && gone());
  child.on('message', (report: LearnerMessage) => {
    if ('ready' in report) return;
    const asked = waiting.get(report.requestId);
    if (!asked) return;
    if ('progress' in report) return asked.onProgress?.(report.progress);
    waiting.delete(report.requestId);
    hold(child, waiting.size > 0);
    if ('done' in report) asked.resolve(report.done);
    else if ('refused' in report) asked.reject(new LearnerRefusal(report.refused));
    else asked.reject(new Error(report.failed));
  });
  const end = () => {
    hasEnded = true;
    child.kill('SIGKILL');
  };
  hold(child, false);

  return {
    ask: (order, { onProgress, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (hasEnded) return reject(new LearnerGone());
        const number = (last += 1);
        const onAbort = () => {
          waiting.delete(number);
          end();
          reject(signal?.reason instanceof Error ? signal.reason : new LearnerGone());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const settled =
          <A>(settle: (value: A) => void) =>
          (value: A) => {
            signal?.removeEventListener('abort', onAbort);
            settle(value);
          };
        waiting.set(number, { resolve: settled(resolve), reject: settled(reject), onProgress });
        hold(child, true);
        child.send({ ...order, requestId: number } as LearnerRequest, () => undefined);
      }),
    get hasEnded() {
      return hasEnded;
    },
    end,
  };
}

function forkLearner(): ChildProcess {
  const bundled = process.env.CONSOLE_LEARNER ?? join(__dirname, '..', 'learner', 'dist', 'learner.cjs');
  const isBundled = existsSync(bundled);
  const source = join(__dirname, '..', '..', 'learner', 'src', 'main.ts');
  return fork(isBundled ? bundled : source, [], {
    // Run from its sources, the server has the loader of TypeScript among its own arguments.
    ...(isBundled ? { execArgv: [] } : {}),
    // No secrets for what reads strangers' pictures.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** Only a process that has something to do keeps this one from ending. */
function hold(child: ChildProcess, held: boolean): void {
  const switchTo = held ? 'ref' : 'unref';
  child[switchTo]();
  child.channel?.[switchTo]();
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us.
  }
}
