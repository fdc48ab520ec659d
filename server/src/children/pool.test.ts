import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpError } from '../errors';
import { endIdleChildren, inChild } from './pool';

const input = { path: '', maxPixels: 1, boxes: [[1]] };
const DONE = `process.send({ done: [new Uint8Array(order.input.boxes[0])] })`;
const shipped = process.env.CONSOLE_CHILD;
let folder: string;

/** Another program in place of the one that decodes: `order` is what it was told, `mark` a file that is there from its second run on. */
async function behave(program: string): Promise<void> {
  endIdleChildren();
  process.env.CONSOLE_CHILD = join(folder, 'child.cjs');
  await writeFile(
    process.env.CONSOLE_CHILD,
    `const { existsSync, writeFileSync } = require('node:fs');
     const mark = ${JSON.stringify(join(folder, 'mark'))};
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
     if (existsSync(mark)) return process.send({ failed: 'two at once' });
     writeFileSync(mark, ''); setTimeout(() => { require('node:fs').rmSync(mark); ${DONE} }, 20)`,
  );
  const all = await Promise.all([inChild('cut', input), inChild('cut', input), inChild('cut', input)]);
  expect(all.map(([bytes]) => bytes?.length)).toEqual([1, 1, 1]);
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
