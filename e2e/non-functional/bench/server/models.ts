import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DetectionModel, DetectionTask, TrainingImage } from '@console/shared-contract/api';
import { DEMO_ACCOUNTS } from '../../../../server/src/domain/account/demo-accounts';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { expectBody, TestClient } from '../../../../server/src/testing/api/client';
import type { ListEnvelope } from '../../../../server/src/testing/api/fixtures';
import { percentile, formatTable, measureTime } from '../../support/measure';
import { BUILT_SERVER, startApi } from '../../support/server-process';

// `npm run bench -- models predict` measures predictions over HTTP, and the API during a training, with the built server's demo.

const PICTURES = 40;
const LISTS = 400;
const PAGE_SIZE = 50;

const say = (text: string) => process.stdout.write(`${text}\n`);
const milliseconds = (values: readonly number[]) =>
  [percentile(values, 0.5), percentile(values, 0.95)].map((value) => value.toFixed(0));

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-bench-'));
  const api = await startApi(dataDir, { program: BUILT_SERVER, environment: { DEMO: 'on' } });
  try {
    const client = await signIn(api.origin);
    const task = await waitForTrainedTask(client);
    say(`${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`);
    const images = expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { page_size: PICTURES }),
    ).results;
    const detect = (image: TrainingImage) =>
      measureTime(async () =>
        expectBody(
          await client.post('/detection/v2/detect', { task_id: task.id, records: [{ _url: image.img_path }], keep_prob: 0.3 }),
        ),
      );
    const [opening, first, second]: [number[], number[], number[]] = [[], [], []];
    opening.push(await detect(images[0]!));
    for (const image of images.slice(1)) {
      first.push(await detect(image));
      second.push(await detect(image));
    }
    say(
      `\n${formatTable(
        ['Detect on one picture, over HTTP', 'p50 ms', 'p95 ms'],
        [
          ['the first question to the server', ...milliseconds(opening)],
          [`each of ${first.length} pictures, once`, ...milliseconds(first)],
          ['the same again', ...milliseconds(second)],
        ],
      )}`,
    );

    const list = () =>
      measureTime(async () => expectBody(await client.get('/recognition/v2/training-image/', { page_size: PAGE_SIZE })));
    const measureLists = async (goesOn: () => boolean = () => true) => {
      const times: number[] = [];
      while (times.length < LISTS && goesOn()) times.push(await list());
      return times;
    };
    const before = await measureLists();
    const loadBefore = loadavg()[0]!;
    const { id } = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const state = async () => expectBody<DetectionModel>(await client.get(`/detection/v2/model/${id}`));
    while ((await state()).progress?.phase !== 'training') await delay(200);
    let isTraining = true;
    const watching = (async () => {
      while (isTraining) {
        isTraining = (await state()).train_status === 'TRAINING';
        await delay(1_000);
      }
    })();
    const during = await measureLists(() => isTraining);
    await client.post(`/detection/v2/model/${id}/cancel`);
    await watching;
    const after = await measureLists();
    const without = [...before, ...after];
    say(
      `\n${formatTable(
        ['List of 50 pictures, over HTTP', 'calls', 'p50 ms', 'p95 ms'],
        [
          ['before a training and after', String(without.length), ...milliseconds(without)],
          ['while one runs', String(during.length), ...milliseconds(during)],
        ],
      )}`,
    );
    const ratio = percentile(during, 0.95) / percentile(without, 0.95);
    say(`p95 while a training runs against without: ${ratio.toFixed(2)} (load ${loadBefore.toFixed(1)} before it)`);
  } finally {
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signIn(origin: string): Promise<TestClient> {
  const { email, password } = DEMO_ACCOUNTS[0]!;
  const { access } = expectBody<{ access: string }>(
    await new TestClient(origin, null).post('/account/v2/login/', { email, password }),
  );
  return new TestClient(origin, `Bearer ${access}`);
}

/** Waits for the demo's detection model and returns its task. */
async function waitForTrainedTask(client: TestClient): Promise<DetectionTask> {
  for (;;) {
    const { results } = expectBody<ListEnvelope<DetectionTask>>(await client.get('/detection/v2/task/'));
    const trained = results.find(({ last_train_status }) => last_train_status === 'TRAINED');
    if (trained) return trained;
    await delay(200);
  }
}

ignoreClosedOutput();
void main();
