import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChildMessage } from '../../src/platform/children/protocol';
import type { LearnerResult, LearnerRequest, Progress } from './protocol/protocol';

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

type LearnerMessage = ChildMessage<LearnerResult, Progress>;

let requestCount = 0;
/** Sends a request and waits for its final message. */
function sendRequest(request: LearnerRequest): Promise<LearnerMessage> {
  const id = ++requestCount;
  return new Promise((resolve) => {
    const onMessage = (message: LearnerMessage) => {
      if ('ready' in message || message.id !== id || 'event' in message) return;
      child.off('message', onMessage);
      resolve(message);
    };
    child.on('message', onMessage);
    child.send({ id, request });
  });
}

async function requestResult(payload: LearnerRequest): Promise<LearnerResult> {
  const message = await sendRequest(payload);
  if (!('done' in message)) throw new Error(JSON.stringify(message));
  return message.done;
}

it('the learner process embeds images and finds the nearest ones while requests overlap', async () => {
  const files = await Promise.all(
    ['#c22', '#c32', '#22c'].map(async (background, position) => {
      const file = join(folder, `${position}.png`);
      await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toFile(file);
      return file;
    }),
  );
  const index = join(folder, 'index');
  const [embedResult, openResult] = await Promise.all([
    requestResult({ embed: { images: files.map((file) => ({ file })) } }),
    requestResult({ openIndex: { folder: index } }),
  ]);
  expect(openResult).toMatchObject({ count: 0 });
  if (!('embedded' in embedResult)) throw new Error('No embeddings');
  const indexEntries = embedResult.embedded.map((image) => ({ id: randomUUID(), embedding: image!.embeddings[0]! }));
  expect(indexEntries[0]!.embedding).toHaveLength(128);
  expect(await requestResult({ addEmbeddings: { folder: index, entries: indexEntries } })).toMatchObject({ count: 3 });
  const [redId, otherRedId, blueId] = indexEntries.map(({ id }) => id);
  const nearest = await requestResult({ findNearest: { folder: index, query: { id: redId! }, count: 5, part: 'colours' } });
  expect(nearest).toMatchObject({ neighbours: [{ id: otherRedId }, { id: blueId }] });
  expect(await requestResult({ removeEmbeddings: { folder: index, ids: [otherRedId!] } })).toMatchObject({ count: 2 });
});

it('the learner process refuses a training without examples and keeps serving requests', async () => {
  const manifest = join(folder, 'none.jsonl');
  await writeFile(manifest, '');
  const trainRequest = { labels: [{ id: 'a', name: 'A' }], manifest, inputSize: 128, seed: 1, folder };
  for (const [domain, shape] of [
    ['detection', 'box'],
    ['segmentation', 'polygon or mask'],
  ] as const) {
    expect(await sendRequest({ train: { ...trainRequest, domain } })).toMatchObject({
      failed: {
        status: 400,
        message: `There is nothing to learn from: 0 of 0 training images contain a ${shape} with one of the 1 labels. At least 1 is needed.`,
      },
    });
  }
  expect(await requestResult({ openIndex: { folder: join(folder, 'other') } })).toMatchObject({ count: 0 });
});
