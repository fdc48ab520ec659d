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

type Told = Order extends infer One ? (One extends { order: number } ? Omit<One, 'order'> : never) : never;

let orders = 0;
/** Gives an order and waits for its end. */
function tell(told: Told): Promise<Report> {
  const order = ++orders;
  return new Promise((resolve) => {
    const hear = (report: Report) => {
      if ('ready' in report || report.order !== order || 'progress' in report) return;
      child.off('message', hear);
      resolve(report);
    };
    child.on('message', hear);
    child.send({ ...told, order });
  });
}

async function answer(told: Told): Promise<Answer> {
  const report = await tell(told);
  if (!('done' in report)) throw new Error(JSON.stringify(report));
  return report.done;
}

it('describes pictures and finds the nearest of them, each order answered by its own number', async () => {
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
    answer({ describe: { pictures: files.map((file) => ({ file })) } }),
    answer({ open: { folder: index } }),
  ]);
  expect(opened).toMatchObject({ count: 0 });
  if (!('embeddings' in described)) throw new Error('No embeddings');
  const entries = described.embeddings.map((seen) => ({ id: randomUUID(), embedding: seen![0]! }));
  expect(entries[0]!.embedding).toHaveLength(128);
  expect(await answer({ put: { folder: index, entries } })).toMatchObject({ count: 3 });
  const [red, alsoRed, blue] = entries.map(({ id }) => id);
  const near = await answer({ nearest: { folder: index, to: { id: red! }, count: 5, by: 'colours' } });
  expect(near).toMatchObject({ nearest: [{ id: alsoRed }, { id: blue }] });
  expect(await answer({ drop: { folder: index, ids: [alsoRed!] } })).toMatchObject({ count: 2 });
});

it('refuses in words what a person can mend, and goes on', async () => {
  const manifest = join(folder, 'none.jsonl');
  await writeFile(manifest, '');
  const order = { labels: [{ id: 'a', name: 'A' }], manifest, inputSize: 128, seed: 1, folder };
  for (const [domain, what] of [
    ['detection', 'box'],
    ['segmentation', 'polygon'],
  ] as const) {
    expect(await tell({ train: { ...order, domain } })).toMatchObject({
      refused: `There is nothing to learn from: 1 labels, and 0 of 0 training pictures have a ${what} of one of them; at least 1 is needed.`,
    });
  }
  expect(await answer({ open: { folder: join(folder, 'other') } })).toMatchObject({ count: 0 });
});
