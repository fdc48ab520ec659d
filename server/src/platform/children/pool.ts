import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { ChildExited, startChild, type Child } from './child-process';
import { readResidentBytes } from './resident-memory';
import {
  GRANT,
  MAX_IDLE_BYTES,
  GRANT_EXCEEDED_EXIT_CODE,
  type TaskName,
  type TaskRequest,
  type TaskResponse,
  type Tasks,
} from './task';

/** Maximum number of child processes. More processes would exceed the memory limit that the README states. */
const MAX_CHILDREN = Math.min(2, availableParallelism());
/** Maximum duration of a job. The slowest image within the limits takes 4 seconds on an idle processor. */
const JOB_TIMEOUT_MS = 60_000;
const MAX_QUEUED = 100;
const QUEUE_TIMEOUT_MS = 20_000;
const RETRY_AFTER = { 'retry-after': '5' };
/**
 * Maximum number of attempts for a task, by the reason why children exited. `crash`: an image that crashes two children is assumed to be
 * the cause. `kill`: the system kills children when memory is short. `start`: new children may then not even start.
 */
const MAX_ATTEMPTS = { crash: 2, kill: 5, start: 6 } as const;
type ExitCause = keyof typeof MAX_ATTEMPTS;
const FIRST_RESTART_PAUSE_MS = 100;
const RESTART_PAUSE_GROWTH = 3;
const MAX_RESTART_PAUSE_MS = 5_000;

interface Job {
  request: TaskRequest;
  exits: Record<ExitCause, number>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  /** Timeout while the job is queued. */
  waiting?: NodeJS.Timeout;
}

type TaskChild = Child<TaskRequest, TaskResponse>;

const queue: Job[] = [];
const children = new Set<TaskChild>();
const workingChildren = new Set<TaskChild>();
let grantedBytes = 0;

/**
 * Runs a task in a child process, which is killed if it exceeds its memory grant or time limit. Throws 400 (413 for a body) if the task
 * exceeded its limits or crashed every child. Throws 503 if the queue is full or no child starts. Also throws the errors with which the
 * task rejects its input.
 */
export function runInChild<T extends TaskName>(task: T, input: Tasks[T]['input']): Promise<Tasks[T]['output']> {
  return new Promise((resolve, reject) => {
    if (queue.length >= MAX_QUEUED) return reject(createBusyError());
    const request = { task, input, grant: GRANT.default };
    enqueue({ request, exits: { crash: 0, kill: 0, start: 0 }, resolve: resolve as Job['resolve'], reject }, 'last');
  });
}

/** Returns the number of running and queued jobs, and the memory granted to running jobs in bytes. */
export function getChildMetrics(): { working: number; queued: number; granted: number } {
  return { working: workingChildren.size, queued: queue.length, granted: grantedBytes };
}

/** Kills idle children. New children start on demand. */
export function stopIdleChildren(): void {
  for (const child of children) if (!workingChildren.has(child)) child.kill();
}

function createBusyError(): HttpError {
  return new HttpError(503, messages.tooBusy, {}, RETRY_AFTER);
}

function enqueue(job: Job, position: 'first' | 'last'): void {
  job.waiting = setTimeout(() => {
    queue.splice(queue.indexOf(job), 1);
    job.reject(createBusyError());
    startNext();
  }, QUEUE_TIMEOUT_MS);
  if (position === 'first') queue.unshift(job);
  else queue.push(job);
  startNext();
}

/** Starts jobs strictly in order of arrival. Otherwise small jobs could delay a job with a large grant forever. */
function startNext(): void {
  for (let job = queue[0]; job && grantedBytes + job.request.grant <= GRANT.total; job = queue[0]) {
    const child = [...children].find((candidate) => candidate.isRunning && !workingChildren.has(candidate)) ?? addChild();
    if (!child) return;
    queue.shift();
    void runJob(job, child);
  }
}

function addChild(): TaskChild | null {
  if (children.size >= MAX_CHILDREN) return null;
  const child: TaskChild = startChild({
    bundle: process.env.CONSOLE_CHILD ?? join(__dirname, 'child.cjs'),
    source: join(__dirname, '..', '..', 'child.ts'),
    mallocArenas: 1,
  });
  children.add(child);
  void child.exited.then(() => {
    children.delete(child);
    startNext();
  });
  return child;
}

async function runJob(job: Job, child: TaskChild): Promise<void> {
  clearTimeout(job.waiting);
  const { grant } = job.request;
  grantedBytes += grant;
  workingChildren.add(child);
  const handleOutcome = await child
    .request(job.request, { timeoutMs: JOB_TIMEOUT_MS, maxResidentBytes: MAX_IDLE_BYTES + grant })
    .then(
      (response) => () => handleResponse(job, response),
      (error: unknown) => () => handleError(job, error),
    );
  grantedBytes -= grant;
  workingChildren.delete(child);
  // Kill a child that still has much memory after a large image, because less memory would remain for the next image.
  if ((readResidentBytes(child.pid) ?? 0) > MAX_IDLE_BYTES) child.kill();
  handleOutcome();
  startNext();
}

function handleResponse(job: Job, response: TaskResponse): void {
  if ('output' in response) return job.resolve(response.output);
  job.request.grant = Math.min(response.needs, GRANT.max);
  enqueue(job, 'first');
}

function handleError(job: Job, error: unknown): void {
  if (!(error instanceof ChildExited)) return job.reject(error);
  const { code, exceeded = code === GRANT_EXCEEDED_EXIT_CODE ? 'memory' : null } = error.exit;
  if (exceeded) return job.reject(createRefusal(job, exceeded));
  const cause = getExitCause(error);
  job.exits[cause] += 1;
  const exitCount = job.exits[cause];
  if (exitCount < MAX_ATTEMPTS[cause]) {
    const pauseMs =
      cause === 'crash' ? 0 : Math.min(MAX_RESTART_PAUSE_MS, FIRST_RESTART_PAUSE_MS * RESTART_PAUSE_GROWTH ** (exitCount - 1));
    return void setTimeout(enqueue, pauseMs, job, 'first');
  }
  job.reject(cause === 'start' ? createBusyError() : createRefusal(job, 'itself'));
}

function getExitCause({ exit }: ChildExited): ExitCause {
  if (!exit.wasReady) return 'start';
  // Children ignore the signals of other processes, except SIGKILL. Any other signal was raised by their own code.
  return exit.signal === 'SIGKILL' ? 'kill' : 'crash';
}

function createRefusal({ request }: Job, endedBy: 'memory' | 'time' | 'itself'): HttpError {
  if (request.task === 'body') return new HttpError(413, messages.bodyTooCostly);
  const imageMessages = { memory: messages.tooMuchMemory, time: messages.tooMuchTime, itself: messages.unreadableImage };
  return new HttpError(400, imageMessages[endedBy]);
}
