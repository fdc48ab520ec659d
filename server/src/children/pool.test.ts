import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpError } from '../errors';
import { eventually } from '../testing/eventually';
import { childFigures, endIdleChildren, inChild } from './pool';
import { GRANT, IDLE_BYTES, OVER_GRANT } from './task';

const input = { path: '', maxPixels: 1, boxes: [[1]] };
const DONE = `process.send({ done: [new Uint8Array(order.input.boxes[0])] })`;
const shipped = process.env.CONSOLE_CHILD;
let folder: string;

/**
 * Another program in place of the one that decodes: `order` is what it was told, `mark` and `go` are names of files, `note` adds
 * to a file of what was done.
 */
async function behave(program: string): Promise<void> {
  endIdleChildren();
  process.env.CONSOLE_CHILD = join(folder, 'child.cjs');
  await writeFile(
    process.env.CONSOLE_CHILD,
    `const { existsSync, writeFileSync } = require('node:fs');
     const mark = ${JSON.stringify(join(folder, 'mark'))}, go = ${JSON.stringify(join(folder, 'go'))};
     const note = (text) => require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text + ' ');
     process.on('disconnect', () => process.exit());
     process.on('message', (order) => { ${program} });
     process.send({ ready: true });`,
  );
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'was done',
    (error: HttpError) => [error.status, error.detail],
  );

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-pool-test-'));
});
afterEach(async () => {
  jest.useRealTimers();
  endIdleChildren();
  process.env.CONSOLE_CHILD = shipped;
  await rm(folder, { recursive: true });
});

it('work that takes more memory than it was given is ended and refused, and what comes after it is done', async () => {
  await behave(`if (order.input.boxes[0][0] === 1) return ${DONE}; global.taken = Buffer.alloc(600_000_000, 1)`);
  const [first, second, third] = await Promise.all([
    refusal(inChild('cut', { ...input, boxes: [[2]] })),
    inChild('cut', input),
    inChild('cut', input),
  ]);
  expect(first).toEqual([400, 'base64: takes more memory to be read than the server gives to one picture']);
  expect([second, third].map(([bytes]) => bytes?.length)).toEqual([1, 1]);
});

it('work whose child ends under it is done by another', async () => {
  await behave(`if (existsSync(mark)) return ${DONE}; writeFileSync(mark, ''); process.abort()`);
  expect((await inChild('cut', input))[0]).toHaveLength(1);
});

it('work that ends every child is refused as unreadable', async () => {
  await behave(`process.abort()`);
  expect(await refusal(inChild('cut', input))).toEqual([400, 'base64: is no picture that can be read']);
});

it('work that needs more than is usual is given it, and no more runs at once than fits', async () => {
  await behave(
    `if (order.grant < 400_000_000) return process.send({ needs: 400_000_000 });
     note('begun'); const look = setInterval(() => { if (existsSync(go)) { clearInterval(look); ${DONE} } }, 5)`,
  );
  const all = Promise.all([inChild('cut', input), inChild('cut', input), inChild('cut', input)]);
  await eventually(() => childFigures().inLine === 2 && childFigures().working === 1);
  await noted(1);
  expect([childFigures(), notes()]).toEqual([{ working: 1, inLine: 2, granted: 400_000_000 }, ['begun']]);
  await writeFile(join(folder, 'go'), '');
  expect((await all).map(([bytes]) => bytes?.length)).toEqual([1, 1, 1]);
});

it('what cannot stand in line any more is told when to come again', async () => {
  await behave(DONE);
  const asked = await Promise.all(
    Array.from({ length: 150 }, () =>
      inChild('cut', input).then(
        () => 'done',
        (error: HttpError) => [error.status, error.headers['retry-after']],
      ),
    ),
  );
  expect(asked.slice(0, 100)).toEqual(Array(100).fill('done'));
  expect(asked.at(-1)).toEqual([503, '5']);
});

const notes = () => (existsSync(join(folder, 'notes')) ? readFileSync(join(folder, 'notes'), 'utf8').trim().split(' ') : []);

/** Waits for so many notes with the clock standing still. */
async function noted(count: number): Promise<void> {
  while (notes().length < count) await new Promise(setImmediate);
}
const stopClock = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

it('work that takes longer than a minute is ended and refused, and what waits for 20 seconds is told to come again', async () => {
  await behave(`note('begun')`);
  stopClock();
  const all = Array.from({ length: 3 }, () => refusal(inChild('cut', input)));
  await noted(childFigures().working);
  const inLine = childFigures().inLine;
  jest.advanceTimersByTime(21_000);
  expect(childFigures()).toMatchObject({ working: 3 - inLine, inLine: 0 });
  jest.advanceTimersByTime(40_000);
  const tooLong = [400, 'base64: takes longer to be read than the server gives to one picture'];
  const tooBusy = [503, 'The server is busy with other pictures. Try again in a moment.'];
  expect(await Promise.all(all)).toEqual([...Array(3 - inLine).fill(tooLong), ...Array(inLine).fill(tooBusy)]);
});

it('work that has begun is not told to come again, however long it takes', async () => {
  await behave(`note('begun'); const look = setInterval(() => { if (existsSync(go)) { clearInterval(look); ${DONE} } }, 5)`);
  stopClock();
  const done = inChild('cut', input);
  await noted(1);
  jest.advanceTimersByTime(50_000);
  await writeFile(join(folder, 'go'), '');
  expect((await done)[0]).toHaveLength(1);
});

it('work that turns out to need more is next in line, before what came after it', async () => {
  await behave(
    `const large = order.input.boxes[0][0] === 9;
     if (large && order.grant < 400_000_000) { writeFileSync(mark, ''); return process.send({ needs: 400_000_000 }); }
     const look = setInterval(() => { if (!existsSync(mark)) return; clearInterval(look); note(large ? 'large' : 'small'); ${DONE} }, 5)`,
  );
  await Promise.all([9, 1, 1, 1, 1, 1].map((box) => inChild('cut', { ...input, boxes: [[box]] })));
  expect(notes().filter((what) => what === 'small')).toHaveLength(5);
  expect(notes().at(-1)).toBe('small');
});

it('a child stays for what comes next, unless its work has left it large', async () => {
  await behave(`note(process.pid); if (existsSync(go)) global.kept = Buffer.alloc(130_000_000, 1); ${DONE}`);
  await inChild('cut', input);
  await writeFile(join(folder, 'go'), '');
  await inChild('cut', input);
  await inChild('cut', input);
  const [first, second, third] = notes();
  expect([second === first, third === second]).toEqual([true, false]);
});

it('a child gets none of the secrets in the environment', async () => {
  await behave(`process.send({ failed: JSON.stringify(process.env) })`);
  process.env.JWT_SECRET = 'a secret of the server';
  try {
    const said = await inChild('cut', input).catch((error: Error) => error.message);
    expect(said).toContain('PATH');
    expect(said).not.toMatch(/secret|DATABASE_URL|S3_/i);
  } finally {
    delete process.env.JWT_SECRET;
  }
});

describe('the program that decodes', () => {
  async function start() {
    const child = fork(shipped ?? '', [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    await once(child, 'message');
    return child;
  }

  it('ends by itself above its grant, for the server cannot look everywhere, and not by a signal meant for the server', async () => {
    const child = await start();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    child.send({ task: 'cut', input: { ...input, path: join(folder, 'none') }, grant: GRANT.usual });
    // Answered: the signal has not ended it.
    expect(await once(child, 'message')).toEqual([{ failed: expect.stringContaining('ENOENT') }, undefined]);
    child.send({ task: 'cut', input, grant: -IDLE_BYTES });
    expect(await ended).toEqual([OVER_GRANT, null]);
  });

  it('goes when the server has gone, and is the first that the system takes when memory ends', async () => {
    const child = await start();
    const score = `/proc/${child.pid}/oom_score_adj`;
    if (existsSync(score)) expect(readFileSync(score, 'utf8').trim()).toBe('1000');
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });
});
