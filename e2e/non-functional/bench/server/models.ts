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
import { startApi } from '../../support/server-process';
import { print } from '../../support/output';

// `npm run bench -- models predict` measures predictions over HTTP, and API calls during a training, with the demo data.

const IMAGE_COUNT = 40;
const LIST_CALL_COUNT = 400;
const PAGE_SIZE = 50;

const formatMilliseconds = (values: readonly number[]) =>
  [percentile(values, 0.5), percentile(values, 0.95)].map((value) => value.toFixed(0));

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-bench-'));
  const api = await startApi(dataDir, { environment: { DEMO: 'on' } });
  try {
    const client = await signIn(api.origin);
    const task = await waitForTrainedTask(client);
    print(`${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`);
    const images = expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { page_size: IMAGE_COUNT }),
    ).results;
    const detect = (image: TrainingImage) =>
      measureTime(async () =>
        expectBody(
          await client.post('/detection/v2/detect', { task_id: task.id, records: [{ _url: image.img_path }], keep_prob: 0.3 }),
        ),
      );
    const [openingDurations, firstDurations, secondDurations]: [number[], number[], number[]] = [[], [], []];
    openingDurations.push(await detect(images[0]!));
    for (const image of images.slice(1)) {
      firstDurations.push(await detect(image));
      secondDurations.push(await detect(image));
    }
    print(
      `\n${formatTable(
        ['Detect on one image, over HTTP', 'p50 ms', 'p95 ms'],
        [
          ['first request to the server', ...formatMilliseconds(openingDurations)],
          [`first request for each of ${firstDurations.length} images`, ...formatMilliseconds(firstDurations)],
          ['second request for each', ...formatMilliseconds(secondDurations)],
        ],
      )}`,
    );

    const requestList = () =>
      measureTime(async () => expectBody(await client.get('/recognition/v2/training-image/', { page_size: PAGE_SIZE })));
    const measureLists = async (shouldContinue: () => boolean = () => true) => {
      const times: number[] = [];
      while (times.length < LIST_CALL_COUNT && shouldContinue()) times.push(await requestList());
      return times;
    };
    const durationsBefore = await measureLists();
    const loadBefore = loadavg()[0]!;
    const { id } = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const readModel = async () => expectBody<DetectionModel>(await client.get(`/detection/v2/model/${id}`));
    while ((await readModel()).progress?.phase !== 'training') await delay(200);
    let isTraining = true;
    const polling = (async () => {
      while (isTraining) {
        isTraining = (await readModel()).train_status === 'TRAINING';
        await delay(1_000);
      }
    })();
    const trainingDurations = await measureLists(() => isTraining);
    await client.post(`/detection/v2/model/${id}/cancel`);
    await polling;
    const durationsAfter = await measureLists();
    const idleDurations = [...durationsBefore, ...durationsAfter];
    print(
      `\n${formatTable(
        ['List of 50 images, over HTTP', 'calls', 'p50 ms', 'p95 ms'],
        [
          ['before and after a training', String(idleDurations.length), ...formatMilliseconds(idleDurations)],
          ['during a training', String(trainingDurations.length), ...formatMilliseconds(trainingDurations)],
        ],
      )}`,
    );
    const ratio = percentile(trainingDurations, 0.95) / percentile(idleDurations, 0.95);
    print(`p95 during a training relative to without: ${ratio.toFixed(2)} (load ${loadBefore.toFixed(1)} before it)`);
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
    const trainedTask = results.find(({ last_train_status }) => last_train_status === 'TRAINED');
    if (trainedTask) return trainedTask;
    await delay(200);
  }
}

ignoreClosedOutput();
void main();
