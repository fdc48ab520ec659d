import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Answer, Order, Report } from './protocol';

let folder: string;
let child: ChildProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learner-'));
  child = fork(process.env.CONSOLE_LEARNER!, { serialization: 'advanced' });
  await once(child, 'message');
});
afterAll(async () => {
  child.kill();
  await rm(folder, { recursive: true });
});

type Payload = Order extends infer One ? (One extends { order: number } ? Omit<One, 'order'> : never) : never;

let orders = 0;
/** Sends a request and waits for its final message. */
function send(payload: Payload): Promise<Report> {
  const order = ++orders;
  return new Promise((resolve) => {
    const onMessage = (report: Report) => {
      if ('ready' in report || report.order !== order || 'progress' in report) return;
      child.off('message', onMessage);
      resolve(report);
    };
    child.on('message', onMessage);
    child.send({ ...payload, order });
  });
}

async function request(payload: Payload): Promise<Answer> {
  const report = await send(payload);
  if (!('done' in report)) throw new Error(JSON.stringify(report));
  return report.done;
}

it('embeds images and finds the nearest ones while requests overlap', async () => {
  const files = await Promise.all(
    ['#c22', '#c32', '#22c'].map(async (background, at) => {
      const file = join(folder, `${at}.png`);
      await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toFile(file);
      return file;
    }),
  );
  const index = join(folder, 'index');
  const [described, opened] = await Promise.all([
    request({ describe: { pictures: files.map((file) => ({ file })) } }),
    request({ open: { folder: index } }),
  ]);
  expect(opened).toMatchObject({ count: 0 });
  if (!('embeddings' in described)) throw new Error('No embeddings');
  const entries = described.embeddings.map((seen) => ({ id: randomUUID(), embedding: seen![0]! }));
  expect(entries[0]!.embedding).toHaveLength(128);
  expect(await request({ put: { folder: index, entries } })).toMatchObject({ count: 3 });
  const [red, otherRed, blue] = entries.map(({ id }) => id);
  const near = await request({ nearest: { folder: index, to: { id: red! }, count: 5, by: 'colours' } });
  expect(near).toMatchObject({ nearest: [{ id: otherRed }, { id: blue }] });
  expect(await request({ drop: { folder: index, ids: [otherRed!] } })).toMatchObject({ count: 2 });
});

it('refuses a training without examples and keeps serving requests', async () => {
  const manifest = join(folder, 'none.jsonl');
  await writeFile(manifest, '');
  const order = { labels: [{ id: 'a', name: 'A' }], manifest, inputSize: 128, seed: 1, folder };
  for (const [domain, shape] of [
    ['detection', 'box'],
    ['segmentation', 'polygon'],
  ] as const) {
    expect(await send({ train: { ...order, domain } })).toMatchObject({
      refused: `There is nothing to learn from: 0 of 0 training images contain a ${shape} with one of the 1 labels. At least 1 is needed.`,
    });
  }
  expect(await request({ open: { folder: join(folder, 'other') } })).toMatchObject({ count: 0 });
});
