import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InterruptedError } from '../../../work/kind';
import { parseInProcess, computeTimeLimit, type RestartableRowWriter } from './reader-process';
import type { ParseRequest } from './parse-files';

const shipped = process.env.CONSOLE_READER;
let folder: string;
let order: ParseRequest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'));
  const file = join(folder, 'instances.json');
  const text = JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: 100, height: 80 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
    categories: [{ id: 1, name: 'Fig' }],
  });
  await writeFile(file, text);
  order = {
    ...{ id: 'of-a-test', source: null, options: { outlines: 'polygons' } },
    sent: [{ path: 'instances.json', file, size: text.length }],
    config: { dataDir: folder, importPlaces: [], s3: null, uploadMaxBytes: 1_000_000 },
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  process.env.CONSOLE_READER = shipped;
});

const never = { signal: new AbortController().signal, limitMs: 60_000 };
const taken = () => {
  const rows: unknown[] = [];
  const begin = () => Promise.resolve(void rows.splice(0));
  const take = (text: string) => Promise.resolve(void rows.push(...(JSON.parse(text) as unknown[])));
  return { rows, into: { begin, shapes: take, named: take, items: take } satisfies RestartableRowWriter };
};

it('reads files in a process of its own, and the next in the same', async () => {
  for (const { rows, into } of [taken(), taken()]) {
    const { format, classes } = await parseInProcess(order, into, never);
    expect([format, classes.map(({ name, count }) => [name, count])]).toEqual(['coco', [['Fig', 1]]]);
    expect(rows).toEqual([
      expect.objectContaining({ item: 0, kind: 'box', data: expect.objectContaining({ data: [1, 2, 4, 6] }) as unknown }),
      expect.objectContaining({ n: 0, path: 'a.png', outcome: 'missing' }),
    ]);
  }
});

it('ends with what kept the rows from being kept, or with why it was called off, and reads again', async () => {
  const broken: RestartableRowWriter = { ...taken().into, shapes: () => Promise.reject(new Error('The database is full.')) };
  await expect(parseInProcess(order, broken, never)).rejects.toThrow('The database is full.');
  const off = new AbortController();
  const waits: RestartableRowWriter = {
    ...taken().into,
    shapes: () => {
      off.abort(new Error('It was called off.'));
      return new Promise(() => undefined);
    },
  };
  await expect(parseInProcess(order, waits, { ...never, signal: off.signal })).rejects.toThrow('It was called off.');
  expect((await parseInProcess(order, taken().into, never)).format).toBe('coco');
});

it('is work to be tried again when its process ends', async () => {
  await endIdle();
  process.env.CONSOLE_READER = join(folder, 'dies.cjs');
  await writeFile(process.env.CONSOLE_READER, "process.on('message', () => process.kill(process.pid, 'SIGKILL'));\n");
  await expect(parseInProcess(order, taken().into, never)).rejects.toBeInstanceOf(InterruptedError);
});

it('fails with what to do where a larger heap is full, too', async () => {
  await endIdle();
  process.env.CONSOLE_READER = join(folder, 'fills.cjs');
  const fill = 'for (const all = []; ; ) all.push(new Array(100_000).fill(all.length + 0.5));';
  await writeFile(process.env.CONSOLE_READER, `process.on('message', () => { ${fill} });\n`);
  const failure: unknown = await parseInProcess(order, taken().into, never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('Take them in several imports.') as unknown });
  expect(failure).not.toBeInstanceOf(InterruptedError);
});

it('reads files again in a larger heap if the first is full, and leaves no rows of the first reading', async () => {
  await endIdle();
  process.env.CONSOLE_READER = join(folder, 'needs-more.cjs');
  const row = `process.send({ items: '[{"n":1}]', count: 1, total: 1 })`;
  const fill = 'for (const all = []; ; ) all.push(new Array(100_000).fill(all.length + 0.5));';
  const isSmall = "require('node:v8').getHeapStatistics().heap_size_limit < 250e6";
  const act = `if (order.read) ${row}; else if (${isSmall}) { ${fill} } else process.send({ done: {} });`;
  await writeFile(process.env.CONSOLE_READER, `process.on('message', (order) => { ${act} });\n`);
  const { rows, into } = taken();
  await parseInProcess(order, into, never);
  expect(rows).toEqual([{ n: 1 }]);
});

it('ends a reading that takes longer than its files may take', async () => {
  await endIdle();
  process.env.CONSOLE_READER = join(folder, 'waits.cjs');
  await writeFile(process.env.CONSOLE_READER, "process.on('message', () => undefined);\n");
  const failure: unknown = await parseInProcess(order, taken().into, { ...never, limitMs: 20 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('took longer than') as unknown });
  expect(failure).not.toBeInstanceOf(InterruptedError);
});

it('allows a small archive minutes and a hundred thousand large images a day', () => {
  const limitOf = (size: number) => computeTimeLimit({ source: null, sent: [{ path: 'a.zip', file: '', size }] }) / 60_000;
  expect(limitOf(1_100_000)).toBeLessThan(30);
  expect(limitOf(100_000 * 5_000_000)).toBeGreaterThan(24 * 60);
});

/** The process that is kept is of the program that is shipped. */
async function endIdle(): Promise<void> {
  const broken: RestartableRowWriter = { ...taken().into, shapes: () => Promise.reject(new Error('Enough.')) };
  await expect(parseInProcess(order, broken, never)).rejects.toThrow('Enough.');
}
