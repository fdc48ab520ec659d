import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { readResidentBytes } from './resident-memory';
import { GRANT, IDLE_BYTES, OVER_GRANT, type ChildRequest, type Report, type TaskName, type Tasks } from './task';

/** More children would exceed the maximum memory of the server that the README states. */
const MAX_CHILDREN = Math.min(2, availableParallelism());
const CHECK_INTERVAL_MS = 50;
/** Per job. The slowest image within the limits takes 4 seconds on an idle processor. */
const JOB_TIMEOUT_MS = 60_000;
const MAX_QUEUED = 100;
const QUEUE_TIMEOUT_MS = 20_000;
const RETRY_AFTER = { 'retry-after': '5' };
/** An image that crashes two children is assumed to be the cause. */
const MAX_ATTEMPTS = 2;

interface Job {
  order: ChildRequest;
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Timeout while the job is queued. */
  waiting?: NodeJS.Timeout;
}

interface Child {
  process: ChildProcess;
  isReady: boolean;
  /** Whether it is being killed and receives no more jobs. */
  isRetired: boolean;
  job: Job | null;
  monitor?: NodeJS.Timeout;
  killedFor?: 'memory' | 'time';
}

const queue: Job[] = [];
const children = new Set<Child>();
let granted = 0;

/**
 * Runs a task in a child process, which is killed if it exceeds its memory grant or time limit. Throws the refusals of the
 * task, 400 if the child was killed or crashed twice (413 for a body), and 503 if the queue is full.
 */
export function runInChild<T extends TaskName>(task: T, input: Tasks[T]['input']): Promise<Tasks[T]['output']> {
  return new Promise((resolve, reject) => {
    if (queue.length >= MAX_QUEUED) return reject(createBusyError());
    enqueue({ order: { task, input, grant: GRANT.default }, attempts: 0, resolve: resolve as Job['resolve'], reject }, 'last');
  });
}

/** Returns the number of running and queued jobs, and the memory granted to running jobs in bytes. */
export function getChildMetrics(): { working: number; queued: number; granted: number } {
  return { working: [...children].filter((child) => child.job).length, queued: queue.length, granted };
}

/** Kills idle children. New ones start on demand. */
export function endIdleChildren(): void {
  for (const child of children) if (!child.job) retire(child);
}

function createBusyError(): HttpError {
  return new HttpError(503, messages.tooBusy, {}, RETRY_AFTER);
}

function enqueue(job: Job, place: 'first' | 'last'): void {
  job.waiting = setTimeout(() => {
    queue.splice(queue.indexOf(job), 1);
    job.reject(createBusyError());
    startNext();
  }, QUEUE_TIMEOUT_MS);
  if (place === 'first') queue.unshift(job);
  else queue.push(job);
  startNext();
}

/** Starts jobs strictly in order of arrival. Otherwise small jobs could delay a job with a large grant forever. */
function startNext(): void {
  for (let job = queue[0]; job && granted + job.order.grant <= GRANT.total; job = queue[0]) {
    const child = [...children].find((each) => !each.job && !each.isRetired) ?? startChild();
    if (!child) return;
    queue.shift();
    start(job, child);
  }
}

function startChild(): Child | null {
  if (children.size >= MAX_CHILDREN) return null;
  const child: Child = { process: forkChild(), isReady: false, isRetired: false, job: null };
  children.add(child);
  setReferenced(child, false);
  child.process.on('message', (report: Report) => handleReport(child, report));
  child.process.on('exit', (code) => handleExit(child, code));
  // The event means a failed start, or a request to a child that has just exited. The latter also emits `exit`.
  child.process.on('error', () => child.process.pid === undefined && handleExit(child, null));
  return child;
}

function forkChild(): ChildProcess {
  const bundled = process.env.CONSOLE_CHILD ?? join(__dirname, 'child.cjs');
  const isBundled = existsSync(bundled);
  return fork(isBundled ? bundled : join(__dirname, '..', '..', 'child.ts'), [], {
    // When run from sources, the child needs the TypeScript loader that is in the server's own arguments.
    ...(isBundled ? { execArgv: [] } : {}),
    // A process that decodes untrusted images gets no secrets. A single malloc arena returns the memory of an image.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '1' },
    // Ignore the output: warnings of image libraries would let a caller fill the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

function start(job: Job, child: Child): void {
  clearTimeout(job.waiting);
  granted += job.order.grant;
  child.job = job;
  setReferenced(child, true);
  const deadline = Date.now() + JOB_TIMEOUT_MS;
  const limit = IDLE_BYTES + job.order.grant;
  child.monitor = setInterval(() => {
    const tooLarge = (readResidentBytes(child.process.pid) ?? 0) > limit;
    if (!tooLarge && Date.now() < deadline) return;
    child.killedFor = tooLarge ? 'memory' : 'time';
    child.process.kill('SIGKILL');
  }, CHECK_INTERVAL_MS);
  child.process.send(job.order, () => undefined);
}

/** Takes the job from the child, frees its grant and returns it. */
function release(child: Child): Job | null {
  const { job } = child;
  clearInterval(child.monitor);
  child.job = null;
  if (job) granted -= job.order.grant;
  setReferenced(child, false);
  return job;
}

/** Only a working child may keep this process alive. */
function setReferenced({ process: childProcess }: Child, isReferenced: boolean): void {
  const switchTo = isReferenced ? 'ref' : 'unref';
  childProcess[switchTo]();
  childProcess.channel?.[switchTo]();
}

function retire(child: Child): void {
  child.isRetired = true;
  child.process.kill('SIGKILL');
}

function handleReport(child: Child, report: Report): void {
  if ('ready' in report) {
    child.isReady = true;
    return;
  }
  const job = release(child);
  if (!job) return;
  if ('needs' in report) {
    job.order.grant = Math.min(report.needs, GRANT.max);
    return enqueue(job, 'first');
  }
  if ('done' in report) job.resolve(report.done);
  else if ('refused' in report) job.reject(new HttpError(report.refused.status, report.refused.detail));
  else job.reject(new Error(report.failed));
  // Memory that a large image leaves behind would reduce the grant of the next one.
  if ((readResidentBytes(child.process.pid) ?? 0) > IDLE_BYTES) retire(child);
  startNext();
}

function handleExit(child: Child, code: number | null): void {
  if (!children.delete(child)) return;
  const job = release(child);
  if (!job) return startNext();
  const killedFor = child.killedFor ?? (code === OVER_GRANT ? 'memory' : null);
  job.attempts += 1;
  if (killedFor) job.reject(createRefusal(job, killedFor));
  else if (job.attempts < MAX_ATTEMPTS) return enqueue(job, 'first');
  else job.reject(child.isReady ? createRefusal(job, 'itself') : new Error('A child process does not start'));
  startNext();
}

function createRefusal({ order }: Job, endedBy: 'memory' | 'time' | 'itself'): HttpError {
  if (order.task === 'body') return new HttpError(413, messages.bodyTooCostly);
  const pictures = { memory: messages.tooMuchMemory, time: messages.tooMuchTime, itself: messages.unreadableImage };
  return new HttpError(400, pictures[endedBy]);
}
