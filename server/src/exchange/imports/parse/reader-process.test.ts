import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InterruptedError } from '../../../platform/queue/kind';
import { parseInProcess, computeTimeLimit, type RestartableRowWriter } from './reader-process';
import type { ParseRequest } from './parse-files';

const builtReader = process.env.CONSOLE_READER;
let folder: string;
let request: ParseRequest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'));
  const file = join(folder, 'instances.json');
  const text = JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: 100, height: 80 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
    categories: [{ id: 1, name: 'Fig' }],
  });
  await writeFile(file, text);
  request = {
    id: 'of-a-test',
    source: null,
    options: { outlines: 'polygons' },
    sentFiles: [{ path: 'instances.json', file, size: text.length }],
    config: { dataDir: folder, importPlaces: [], s3: null, uploadMaxBytes: 1_000_000, maxPixels: 1_000_000 },
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  process.env.CONSOLE_READER = builtReader;
});

const limitsWithoutAbort = { signal: new AbortController().signal, limitMs: 60_000 };
const createRowWriter = () => {
  const rows: unknown[] = [];
  const reset = () => Promise.resolve(void rows.splice(0));
  const addRows = (text: string) => Promise.resolve(void rows.push(...(JSON.parse(text) as unknown[])));
  return { rows, writer: { reset, shapes: addRows, entities: addRows, items: addRows } satisfies RestartableRowWriter };
};

it('parses files in a child process and reuses it for the next import', async () => {
  for (const { rows, writer } of [createRowWriter(), createRowWriter()]) {
    const { format, classes } = await parseInProcess(request, writer, limitsWithoutAbort);
    expect([format, classes.map(({ name, count }) => [name, count])]).toEqual(['coco', [['Fig', 1]]]);
    expect(rows).toEqual([
      expect.objectContaining({ item: 0, kind: 'box', data: expect.objectContaining({ data: [1, 2, 4, 6] }) as unknown }),
      expect.objectContaining({ n: 0, path: 'a.png', outcome: 'missing' }),
    ]);
  }
});

it('rejects with the error of a row writer or the abort reason, and works again', async () => {
  const failingWriter: RestartableRowWriter = {
    ...createRowWriter().writer,
    shapes: () => Promise.reject(new Error('The database is full.')),
  };
  await expect(parseInProcess(request, failingWriter, limitsWithoutAbort)).rejects.toThrow('The database is full.');
  const controller = new AbortController();
  const hangingWriter: RestartableRowWriter = {
    ...createRowWriter().writer,
    shapes: () => {
      controller.abort(new Error('Cancelled by the test.'));
      return new Promise(() => undefined);
    },
  };
  await expect(parseInProcess(request, hangingWriter, { ...limitsWithoutAbort, signal: controller.signal })).rejects.toThrow(
    'Cancelled by the test.',
  );
  expect((await parseInProcess(request, createRowWriter().writer, limitsWithoutAbort)).format).toBe('coco');
});

it('rejects with a retryable error when its process exits', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'exits.cjs');
  await writeFile(
    process.env.CONSOLE_READER,
    "process.on('message', () => process.kill(process.pid, 'SIGKILL'));\nprocess.send({ ready: true });\n",
  );
  await expect(parseInProcess(request, createRowWriter().writer, limitsWithoutAbort)).rejects.toBeInstanceOf(InterruptedError);
});

it('rejects as unavailable when its process does not start', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'does-not-start.cjs');
  await writeFile(process.env.CONSOLE_READER, "process.kill(process.pid, 'SIGKILL');\n");
  await expect(parseInProcess(request, createRowWriter().writer, limitsWithoutAbort)).rejects.toMatchObject({ status: 503 });
});

it('limits the memory outside the heap', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'fills-buffers.cjs');
  const fillMemoryScript = 'const all = []; setInterval(() => all.push(Buffer.alloc(50_000_000, 1)), 5);';
  await writeFile(process.env.CONSOLE_READER, `process.on('message', () => { ${fillMemoryScript} });\n`);
  await expect(parseInProcess(request, createRowWriter().writer, limitsWithoutAbort)).rejects.toThrow(
    'Split them into several imports.',
  );
});

testInLongRun('asks for smaller imports when the larger heap is also full', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'fills-heap.cjs');
  const fillHeapScript = 'for (const all = []; ; ) all.push(new Array(100_000).fill(all.length + 0.5));';
  await writeFile(process.env.CONSOLE_READER, `process.on('message', () => { ${fillHeapScript} });\n`);
  const error: unknown = await parseInProcess(request, createRowWriter().writer, limitsWithoutAbort).catch(
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ message: expect.stringContaining('Split them into several imports.') as unknown });
  expect(error).not.toBeInstanceOf(InterruptedError);
});

it('parses again with a larger heap and deletes the rows of the first attempt', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'needs-more.cjs');
  const sendRowScript = `process.send({ id: 1, sequence: 1, event: { items: '[{"n":1}]', count: 1, total: 1 } })`;
  const fillHeapScript = 'for (const all = []; ; ) all.push(new Array(100_000).fill(all.length + 0.5));';
  const isSmallHeapScript = "require('node:v8').getHeapStatistics().heap_size_limit < 250e6";
  const readerScript = `if (message.request) ${sendRowScript}; else if (${isSmallHeapScript}) { ${fillHeapScript} } else process.send({ id: 1, done: {} });`;
  await writeFile(process.env.CONSOLE_READER, `process.on('message', (message) => { ${readerScript} });\n`);
  const { rows, writer } = createRowWriter();
  await parseInProcess(request, writer, limitsWithoutAbort);
  expect(rows).toEqual([{ n: 1 }]);
});

it('stops parsing at the time limit', async () => {
  await endIdleReader();
  process.env.CONSOLE_READER = join(folder, 'never-finishes.cjs');
  await writeFile(process.env.CONSOLE_READER, "process.on('message', () => undefined);\n");
  const error: unknown = await parseInProcess(request, createRowWriter().writer, { ...limitsWithoutAbort, limitMs: 20 }).catch(
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ message: expect.stringContaining('took longer than') as unknown });
  expect(error).not.toBeInstanceOf(InterruptedError);
});

it('computes a time limit of minutes to a day from the size of the files', () => {
  const computeMinutes = (size: number) =>
    computeTimeLimit({ source: null, sentFiles: [{ path: 'a.zip', file: '', size }] }) / 60_000;
  expect(computeMinutes(1_100_000)).toBeLessThan(30);
  expect(computeMinutes(100_000 * 5_000_000)).toBeGreaterThan(24 * 60);
});

/** Ends the idle process of the built reader, so that the next test starts its own program. */
async function endIdleReader(): Promise<void> {
  const failingWriter: RestartableRowWriter = {
    ...createRowWriter().writer,
    shapes: () => Promise.reject(new Error('Stopped by the test.')),
  };
  await expect(parseInProcess(request, failingWriter, limitsWithoutAbort)).rejects.toThrow('Stopped by the test.');
}
