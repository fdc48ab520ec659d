import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpError } from '../errors';
import { waitUntil } from '../../testing/wait/wait-until';
import { getChildMetrics, stopIdleChildren, runInChild } from './pool';
import { GRANT, MAX_IDLE_BYTES, GRANT_EXCEEDED_EXIT_CODE } from './task';

const cropInput = { path: '', maxPixels: 1, boxes: [[1]] };
const RESPOND_WITH_CROPS = `respond({ output: [new Uint8Array(order.input.boxes[0])] })`;
const bundledChild = process.env.CONSOLE_CHILD;
let folder: string;

/**
 * Replaces the child's program. The code in `program` can use `order` (the request) and `respond` (sends the result). `mark` and `go` are
 * names of files. `note` appends to a file that the test reads.
 */
async function installProgram(program: string): Promise<void> {
  stopIdleChildren();
  process.env.CONSOLE_CHILD = join(folder, 'child.cjs');
  await writeFile(
    process.env.CONSOLE_CHILD,
    `const { existsSync, writeFileSync } = require('node:fs');
     const mark = ${JSON.stringify(join(folder, 'mark'))}, go = ${JSON.stringify(join(folder, 'go'))};
     const notes = ${JSON.stringify(join(folder, 'notes'))};
     const note = (text) => require('node:fs').appendFileSync(notes, text + ' ');
     process.on('disconnect', () => process.exit());
     process.on('message', ({ id, request: order }) => {
       const respond = (done) => process.send({ id, done });
       ${program}
     });
     process.send({ ready: true });`,
  );
}
const stopClock = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
/** Waits for work, and skips the pauses between its attempts. */
async function skipPauses<Result>(work: Promise<Result>): Promise<Result> {
  stopClock();
  let isSettled = false;
  const markSettled = () => (isSettled = true);
  work.then(markSettled, markSettled);
  while (!isSettled) {
    await new Promise(setImmediate);
    if (getChildMetrics().working === 0) jest.advanceTimersByTime(100);
  }
  return work;
}
const catchRefusal = (work: Promise<unknown>) =>
  work.then(
    () => 'was done',
    (error: HttpError) => [error.status, error.detail],
  );

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-pool-test-'));
});
afterEach(async () => {
  jest.useRealTimers();
  stopIdleChildren();
  process.env.CONSOLE_CHILD = bundledChild;
  await rm(folder, { recursive: true });
});

it('kills and refuses work above its memory grant and continues with the next', async () => {
  await installProgram(
    `if (order.input.boxes[0][0] === 1) return ${RESPOND_WITH_CROPS}; global.retained = Buffer.alloc(600_000_000, 1)`,
  );
  const [firstOutcome, secondOutcome, thirdOutcome] = await Promise.all([
    catchRefusal(runInChild('crop', { ...cropInput, boxes: [[2]] })),
    runInChild('crop', cropInput),
    runInChild('crop', cropInput),
  ]);
  expect(firstOutcome).toEqual([400, 'base64: requires too much memory to decode']);
  expect([secondOutcome, thirdOutcome].map(([bytes]) => bytes?.length)).toEqual([1, 1]);
});

it('repeats work in another child after its child dies', async () => {
  await installProgram(`if (existsSync(mark)) return ${RESPOND_WITH_CROPS}; writeFileSync(mark, ''); process.abort()`);
  expect((await runInChild('crop', cropInput))[0]).toHaveLength(1);
});

it('refuses work that crashes every child as unreadable', async () => {
  await installProgram(`process.abort()`);
  expect(await catchRefusal(runInChild('crop', cropInput))).toEqual([400, 'base64: is not a readable image']);
});

it('repeats work whose child was killed from outside', async () => {
  await installProgram(
    `note('started'); if (require('node:fs').readFileSync(notes, 'utf8').trim().split(' ').length > 3) return ${RESPOND_WITH_CROPS};
     process.kill(process.pid, 'SIGKILL')`,
  );
  expect((await runInChild('crop', cropInput))[0]).toHaveLength(1);
  expect(readNotes()).toHaveLength(4);
});

it('refuses work as unreadable if its child is killed every time', async () => {
  await installProgram(`process.kill(process.pid, 'SIGKILL')`);
  expect(await skipPauses(catchRefusal(runInChild('crop', cropInput)))).toEqual([400, 'base64: is not a readable image']);
});

it('waits until children start again, and refuses work as busy if none does', async () => {
  await installProgram(RESPOND_WITH_CROPS);
  const program = readFileSync(process.env.CONSOLE_CHILD!, 'utf8');
  await writeFile(process.env.CONSOLE_CHILD!, `process.kill(process.pid, 'SIGKILL')`);
  const cropPromise = runInChild('crop', cropInput);
  await waitUntil(() => getChildMetrics().working === 1);
  await waitUntil(() => getChildMetrics().working === 0);
  await writeFile(process.env.CONSOLE_CHILD!, program);
  expect((await cropPromise)[0]).toHaveLength(1);
  stopIdleChildren();
  await writeFile(process.env.CONSOLE_CHILD!, `process.kill(process.pid, 'SIGKILL')`);
  expect((await skipPauses(catchRefusal(runInChild('crop', cropInput))))[0]).toBe(503);
});

it('grants more memory on request and runs only what fits at once', async () => {
  await installProgram(
    `if (order.grant < 400_000_000) return respond({ needs: 400_000_000 });
     note('started'); const timer = setInterval(() => { if (existsSync(go)) { clearInterval(timer); ${RESPOND_WITH_CROPS} } }, 5)`,
  );
  const results = Promise.all([runInChild('crop', cropInput), runInChild('crop', cropInput), runInChild('crop', cropInput)]);
  await waitUntil(() => getChildMetrics().queued === 2 && getChildMetrics().working === 1);
  await waitForNotes(1);
  expect([getChildMetrics(), readNotes()]).toEqual([{ working: 1, queued: 2, granted: 400_000_000 }, ['started']]);
  await writeFile(join(folder, 'go'), '');
  expect((await results).map(([bytes]) => bytes?.length)).toEqual([1, 1, 1]);
});

it('refuses work with Retry-After when the queue is full', async () => {
  await installProgram(RESPOND_WITH_CROPS);
  const outcomes = await Promise.all(
    Array.from({ length: 150 }, () =>
      runInChild('crop', cropInput).then(
        () => 'done',
        (error: HttpError) => [error.status, error.headers['retry-after']],
      ),
    ),
  );
  expect(outcomes.slice(0, 100)).toEqual(Array(100).fill('done'));
  expect(outcomes.at(-1)).toEqual([503, '5']);
});

const readNotes = () => (existsSync(join(folder, 'notes')) ? readFileSync(join(folder, 'notes'), 'utf8').trim().split(' ') : []);

/** Waits for a number of notes while the clock is stopped. */
async function waitForNotes(count: number): Promise<void> {
  while (readNotes().length < count) await new Promise(setImmediate);
}

it('kills work after a minute and refuses work that waited 20 seconds', async () => {
  await installProgram(`note('started')`);
  stopClock();
  const refusals = Array.from({ length: 3 }, () => catchRefusal(runInChild('crop', cropInput)));
  await waitForNotes(getChildMetrics().working);
  const queuedCount = getChildMetrics().queued;
  jest.advanceTimersByTime(21_000);
  expect(getChildMetrics()).toMatchObject({ working: 3 - queuedCount, queued: 0 });
  jest.advanceTimersByTime(40_000);
  const timeoutRefusal = [400, 'base64: takes too long to decode'];
  const busyRefusal = [503, 'The server is busy with other images. Try again in a moment.'];
  expect(await Promise.all(refusals)).toEqual([
    ...Array(3 - queuedCount).fill(timeoutRefusal),
    ...Array(queuedCount).fill(busyRefusal),
  ]);
});

it('does not refuse running work as busy, however long it takes', async () => {
  await installProgram(
    `note('started'); const timer = setInterval(() => { if (existsSync(go)) { clearInterval(timer); ${RESPOND_WITH_CROPS} } }, 5)`,
  );
  stopClock();
  const cropPromise = runInChild('crop', cropInput);
  await waitForNotes(1);
  jest.advanceTimersByTime(50_000);
  await writeFile(join(folder, 'go'), '');
  expect((await cropPromise)[0]).toHaveLength(1);
});

it('runs work that requests a larger grant before work that came later', async () => {
  await installProgram(
    `const large = order.input.boxes[0][0] === 9;
     if (large && order.grant < 400_000_000) { writeFileSync(mark, ''); return respond({ needs: 400_000_000 }); }
     const timer = setInterval(() => { if (!existsSync(mark)) return; clearInterval(timer); note(large ? 'large' : 'small'); ${RESPOND_WITH_CROPS} }, 5)`,
  );
  // Enough small jobs that even a busy machine does not finish them all while the child for the large job is starting.
  const smallBoxes = Array.from({ length: 40 }, () => 1);
  await Promise.all([9, ...smallBoxes].map((box) => runInChild('crop', { ...cropInput, boxes: [[box]] })));
  expect(readNotes().filter((note) => note === 'small')).toHaveLength(smallBoxes.length);
  expect(readNotes().at(-1)).toBe('small');
});

it('reuses a child unless its memory has grown', async () => {
  await installProgram(
    `note(process.pid); if (existsSync(go)) global.retained = Buffer.alloc(130_000_000, 1); ${RESPOND_WITH_CROPS}`,
  );
  await runInChild('crop', cropInput);
  await writeFile(join(folder, 'go'), '');
  await runInChild('crop', cropInput);
  await runInChild('crop', cropInput);
  const [firstProcessId, secondProcessId, thirdProcessId] = readNotes();
  expect([secondProcessId === firstProcessId, thirdProcessId === secondProcessId]).toEqual([true, false]);
});

it('passes no secrets of the environment to a child', async () => {
  await installProgram(`process.send({ id, failed: { message: JSON.stringify(process.env) } })`);
  process.env.JWT_SECRET = 'a secret of the server';
  try {
    const environment = await runInChild('crop', cropInput).catch((error: Error) => error.message);
    expect(environment).toContain('PATH');
    expect(environment).not.toMatch(/secret|DATABASE_URL|S3_/i);
  } finally {
    delete process.env.JWT_SECRET;
  }
});

describe('the child program that decodes images', () => {
  async function startDecoder() {
    const child = fork(bundledChild ?? '', [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    await once(child, 'message');
    return child;
  }

  it('exits by itself above its grant and ignores signals meant for the server', async () => {
    const child = await startDecoder();
    const exitPromise = once(child, 'exit');
    child.kill('SIGTERM');
    child.send({ id: 1, request: { task: 'crop', input: { ...cropInput, path: join(folder, 'none') }, grant: GRANT.default } });
    // The response shows that the signal did not end the program.
    expect(await once(child, 'message')).toMatchObject([
      { id: 1, failed: { message: expect.stringContaining('ENOENT') } },
      undefined,
    ]);
    child.send({ id: 2, request: { task: 'crop', input: cropInput, grant: -MAX_IDLE_BYTES } });
    expect(await exitPromise).toEqual([GRANT_EXCEEDED_EXIT_CODE, null]);
  });

  it('exits with the server and is the first victim of the OOM killer', async () => {
    const child = await startDecoder();
    const scoreFile = `/proc/${child.pid}/oom_score_adj`;
    if (existsSync(scoreFile)) expect(readFileSync(scoreFile, 'utf8').trim()).toBe('1000');
    const exitPromise = once(child, 'exit');
    child.disconnect();
    expect(await exitPromise).toEqual([0, null]);
  });
});
