import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { residentBytes } from './resident';
import { GRANT, IDLE_BYTES, OVER_GRANT, type Order, type Report, type TaskName, type Tasks } from './task';

/** More would not fit under the memory that README promises the server needs at most. */
const MOST_CHILDREN = Math.min(2, availableParallelism());
const LOOK_EVERY_MS = 50;
/** Of one piece of work. The slowest picture within the limits takes 4 seconds on an idle processor. */
const PATIENCE_MS = 60_000;
const MOST_IN_LINE = 100;
const LINE_PATIENCE_MS = 20_000;
const RETRY_AFTER = { 'retry-after': '5' };
/** A picture that ends two children is what ends them. */
const MOST_ATTEMPTS = 2;

interface Job {
  order: Order;
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Runs while the job stands in line. */
  waiting?: NodeJS.Timeout;
}

interface Child {
  process: ChildProcess;
  isReady: boolean;
  /** Is being ended, and gets nothing more to do. */
  isRetired: boolean;
  job: Job | null;
  watch?: NodeJS.Timeout;
  killedFor?: 'memory' | 'time';
}

const line: Job[] = [];
const children = new Set<Child>();
let granted = 0;

/**
 * Does a piece of work in a child process, which is killed when it takes more memory or time than it was given. Throws the
 * task's own refusals, 400 when it was killed or ended its child twice, and 503 when too much is in line.
 */
export function inChild<T extends TaskName>(task: T, input: Tasks[T]['input']): Promise<Tasks[T]['output']> {
  return new Promise((resolve, reject) => {
    if (line.length >= MOST_IN_LINE) return reject(tooBusy());
    enter({ order: { task, input, grant: GRANT.usual }, attempts: 0, resolve: resolve as Job['resolve'], reject }, 'last');
  });
}

/** What is in hand, what stands in line, and the bytes that the work in hand may take. */
export function childFigures(): { working: number; inLine: number; granted: number } {
  return { working: [...children].filter((child) => child.job).length, inLine: line.length, granted };
}

/** Ends the children that have nothing to do. They come back when they are needed. */
export function endIdleChildren(): void {
  for (const child of children) if (!child.job) retire(child);
}

function tooBusy(): HttpError {
  return new HttpError(503, messages.tooBusy, {}, RETRY_AFTER);
}

function enter(job: Job, place: 'first' | 'last'): void {
  job.waiting = setTimeout(() => {
    line.splice(line.indexOf(job), 1);
    job.reject(tooBusy());
    startNext();
  }, LINE_PATIENCE_MS);
  if (place === 'first') line.unshift(job);
  else line.push(job);
  startNext();
}

/** In the order of arrival: what needs much would otherwise be passed by what needs little for ever. */
function startNext(): void {
  for (let job = line[0]; job && granted + job.order.grant <= GRANT.total; job = line[0]) {
    const child = [...children].find((each) => !each.job && !each.isRetired) ?? startChild();
    if (!child) return;
    line.shift();
    start(job, child);
  }
}

function startChild(): Child | null {
  if (children.size >= MOST_CHILDREN) return null;
  const child: Child = { process: forkChild(), isReady: false, isRetired: false, job: null };
  children.add(child);
  hold(child, false);
  child.process.on('message', (report: Report) => heard(child, report));
  child.process.on('exit', (code) => ended(child, code));
  // A child that could not be started, or an order to one that has just gone: `exit` tells it too.
  child.process.on('error', () => child.process.pid === undefined && ended(child, null));
  return child;
}

function forkChild(): ChildProcess {
  const bundled = process.env.CONSOLE_CHILD ?? join(__dirname, 'child.cjs');
  const isBundled = existsSync(bundled);
  return fork(isBundled ? bundled : join(__dirname, '..', 'child.ts'), [], {
    // Run from its sources, the server has the loader of TypeScript among its own arguments.
    ...(isBundled ? { execArgv: [] } : {}),
    // No secrets for what reads strangers' pictures. One arena for all threads gives back what a picture took.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, MALLOC_ARENA_MAX: '1' },
    // The libraries' warnings would let a caller fill the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

function start(job: Job, child: Child): void {
  clearTimeout(job.waiting);
  granted += job.order.grant;
  child.job = job;
  hold(child, true);
  const deadline = Date.now() + PATIENCE_MS;
  const limit = IDLE_BYTES + job.order.grant;
  child.watch = setInterval(() => {
    const tooLarge = (residentBytes(child.process.pid) ?? 0) > limit;
    if (!tooLarge && Date.now() < deadline) return;
    child.killedFor = tooLarge ? 'memory' : 'time';
    child.process.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  child.process.send(job.order, () => undefined);
}

/** The job that the child had, which it has no longer. */
function release(child: Child): Job | null {
  const { job } = child;
  clearInterval(child.watch);
  child.job = null;
  if (job) granted -= job.order.grant;
  hold(child, false);
  return job;
}

/** Only a child that works keeps this process from ending. */
function hold({ process: own }: Child, held: boolean): void {
  const switchTo = held ? 'ref' : 'unref';
  own[switchTo]();
  own.channel?.[switchTo]();
}

function retire(child: Child): void {
  child.isRetired = true;
  child.process.kill('SIGKILL');
}

function heard(child: Child, report: Report): void {
  if ('ready' in report) {
    child.isReady = true;
    return;
  }
  const job = release(child);
  if (!job) return;
  if ('needs' in report) {
    job.order.grant = Math.min(report.needs, GRANT.most);
    return enter(job, 'first');
  }
  if ('done' in report) job.resolve(report.done);
  else if ('refused' in report) job.reject(new HttpError(report.refused.status, report.refused.detail));
  else job.reject(new Error(report.failed));
  // What a large picture leaves behind would be missing for the next one.
  if ((residentBytes(child.process.pid) ?? 0) > IDLE_BYTES) retire(child);
  startNext();
}

function ended(child: Child, code: number | null): void {
  if (!children.delete(child)) return;
  const job = release(child);
  if (!job) return startNext();
  const killedFor = child.killedFor ?? (code === OVER_GRANT ? 'memory' : null);
  job.attempts += 1;
  if (killedFor) job.reject(refusal(job, killedFor));
  else if (job.attempts < MOST_ATTEMPTS) return enter(job, 'first');
  else job.reject(child.isReady ? refusal(job, 'itself') : new Error('A child process does not start'));
  startNext();
}

function refusal({ order }: Job, endedBy: 'memory' | 'time' | 'itself'): HttpError {
  if (order.task === 'body') return new HttpError(413, messages.bodyTooCostly);
  const pictures = { memory: messages.tooMuchMemory, time: messages.tooMuchTime, itself: messages.notAPicture };
  return new HttpError(400, pictures[endedBy]);
}
