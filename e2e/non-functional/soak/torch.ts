// Tests the example model server in docs/examples/torch-model-server with real processes. Covers short trainings of all task types,
// resumption after a kill, cancellation, two trainings at the same time, and a training in two processes. Also trains on the blood
// cells of `npm run bench -- models cells`, to compare the average precision with the built-in learner. Initial weights are random.
//
// npm run soak -- torch [--steps 600] [--python /usr/bin/python3]
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fastify from 'fastify';
import { DEFAULT_DATA_FOLDER, readBloodCells, readFruits } from '../../../server/learner/src/bench/datasets';
import type { Example } from '../../../server/learner/src/protocol/protocol';
import { checkModelServer } from '../../../server/src/operations/conformance/check-model-server';
import type { TrainingRequest } from '../../../server/src/operations/conformance/check-training';
import { formatFinding } from '../../../server/src/operations/conformance/findings';

type Domain = 'recognition' | 'detection' | 'segmentation';
interface ModelState {
  train_status: string;
  error: string | null;
  progress: { phase: string; done: number } | null;
  scores: { map50: number | null; map75: number | null; labels: { id: string; ap50?: number | null; count: number }[] } | null;
}

const SERVER_DIR = path.resolve(__dirname, '../../../docs/examples/torch-model-server');
const UNFINISHED_STATES = ['QUEUED', 'TRAINING'];
/** Maximum time of a short training with two processes on one core. */
const SHORT_TIMEOUT_MS = 300_000;
const { values } = parseArgs({
  options: { steps: { type: 'string', default: '600' }, python: { type: 'string', default: 'python3' } },
});
const failures: string[] = [];
const expectThat = (isTrue: boolean, expectation: string) => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${expectation}`);
  if (!isTrue) failures.push(expectation);
};

/** Creates labels with new ids for the names of a data set. */
function createLabels(names: readonly string[]) {
  return names.map((name) => ({ id: randomUUID(), name }));
}

/** Creates the lines of a training in the format that the console sends. */
function toLines(
  domain: Domain,
  examples: readonly Example[],
  labels: ReturnType<typeof createLabels>,
  origin: string,
): string[] {
  const findId = (name: string) => labels.find((label) => label.name === name)!.id;
  return examples.map(({ id, width, height, isTest, boxes, polygons }, index) => {
    const image = { id: String(index), url: `${origin}/images/${encodeURIComponent(id)}`, width, height, test: isTest };
    // Two cells of each image are enough to check recognition.
    const labelledObjects = boxes
      .slice(0, 2)
      .map(({ label, box }) => ({ id: randomUUID(), data: box, labels: [{ id: findId(label) }] }));
    const objects = boxes.map(({ label, box }) => ({ id: randomUUID(), label: findId(label), data: box, attributes: {} }));
    const outlines = polygons.map(({ label, points }) => ({
      id: randomUUID(),
      label: findId(label),
      data: points,
      attributes: {},
    }));
    const fields = {
      recognition: { labels: [], labelled: labelledObjects },
      detection: { objects },
      segmentation: { polygons: outlines, masks: [] },
    };
    return JSON.stringify({ ...image, ...fields[domain] });
  });
}

async function findFreePort(): Promise<number> {
  const probeServer = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probeServer.once('listening', resolve));
  const { port } = probeServer.address() as AddressInfo;
  await new Promise((resolve) => probeServer.close(resolve));
  return port;
}

async function main(): Promise<void> {
  const pythonCheck = spawnSync(values.python, [
    '-c',
    'import torch, torchvision, cv2; print(torch.__version__, torchvision.__version__)',
  ]);
  if (pythonCheck.status !== 0)
    throw new Error(`${values.python} has no torch, torchvision or cv2: see its README. Use --python.`);
  console.log(`PyTorch and torchvision ${pythonCheck.stdout.toString().trim()}`);
  const cells = readBloodCells(DEFAULT_DATA_FOLDER);
  const fruits = readFruits(DEFAULT_DATA_FOLDER)?.map((example, index) => ({ ...example, isTest: index >= 7 }));
  if (!cells || !fruits) throw new Error('The data sets of ../shared/data are missing.');

  const folder = mkdtempSync(path.join(tmpdir(), 'soak-torch-'));
  const files = new Map([...cells, ...fruits].map(({ id, file }) => [id, file]));
  const datasets = new Map<string, string[]>();
  const dataServer = fastify();
  dataServer.get<{ Params: { id: string } }>('/images/:id', ({ params }, reply) =>
    reply.send(createReadStream(files.get(params.id)!)),
  );
  dataServer.get<{ Params: { name: string } }>('/datasets/:name', ({ params }) => datasets.get(params.name)!.join('\n'));
  const origin = await dataServer.listen({ port: 0, host: '127.0.0.1' });

  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const children: ChildProcess[] = [];
  const startPython = (program: string, ...options: string[]) => {
    const child = spawn(values.python, [path.join(SERVER_DIR, program), folder, ...options], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const TRAINING_OPTIONS = ['--batch', '2', '--image-size', '320', '--checkpoint-seconds', '2'];

  const createRequest = (domain: Domain, steps: number, imageSize: number): TrainingRequest => {
    const examples = domain === 'segmentation' ? fruits : cells;
    const labels = createLabels(domain === 'segmentation' ? ['date', 'fig', 'hazelnut'] : ['RBC', 'WBC', 'Platelets']);
    const name = randomUUID();
    datasets.set(name, toLines(domain, examples, labels, origin));
    const testCount = examples.filter(({ isTest }) => isTest).length;
    return {
      workspace: randomUUID(),
      task: { id: randomUUID(), name: 'Soak', labels, ...(domain === 'recognition' && { type: 'multi_class' }) },
      training_params: { torch: { steps, image_size: imageSize } },
      dataset: { version: randomUUID(), train: examples.length - testCount, test: testCount, url: `${origin}/datasets/${name}` },
    };
  };
  const callServer = async (method: string, target: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${target}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await response.json()) as ModelState;
  };
  const startTraining = async (domain: Domain, request: TrainingRequest) => {
    const id = randomUUID();
    await callServer('POST', `/${domain}/v2/task/${request.task.id}/train`, { id, ...request });
    return id;
  };
  const waitForState = async (
    domain: Domain,
    id: string,
    isReached: (state: ModelState) => boolean,
    limitMs = SHORT_TIMEOUT_MS,
  ) => {
    for (const deadline = Date.now() + limitMs; ; await delay(500)) {
      const state = await callServer('GET', `/${domain}/v2/model/${id}`);
      if (isReached(state) || Date.now() > deadline) return state;
    }
  };
  const isFinished = ({ train_status }: ModelState) => !UNFINISHED_STATES.includes(train_status);
  const readLog = (id: string) => readFileSync(path.join(folder, id, 'log.txt'), 'utf8');

  try {
    startPython('server.py', '--port', String(port), '--workers', '0', ...TRAINING_OPTIONS);
    while (!(await fetch(url).catch(() => null))) await delay(200);
    let worker = startPython('worker.py', ...TRAINING_OPTIONS);

    const domains = ['recognition', 'segmentation'] as const;
    const trainingRequests = Object.fromEntries(domains.map((domain) => [domain, createRequest(domain, 20, 160)]));
    const options = { url, token: null, timeoutMs: 60_000, waitMs: SHORT_TIMEOUT_MS, orders: trainingRequests, only: domains };
    const imageFiles = [cells[0]!, cells[1]!].map(({ file }) => readFileSync(file));
    const report = (findings: Awaited<ReturnType<typeof checkModelServer>>, serverName: string) => {
      for (const finding of findings) if (finding.verdict !== 'holds') console.log(formatFinding(finding));
      expectThat(
        findings.every(({ verdict }) => verdict === 'holds'),
        `${serverName} follow all ${findings.length} rules`,
      );
    };
    report(await checkModelServer({ ...options, pictures: imageFiles }), 'recognition and segmentation');

    const killedTrainingId = await startTraining('detection', createRequest('detection', 40, 160));
    await waitForState('detection', killedTrainingId, ({ progress }) => progress?.phase === 'training' && progress.done >= 10);
    while (!existsSync(path.join(folder, killedTrainingId, 'checkpoint.pt'))) await delay(200);
    worker.kill('SIGKILL');
    spawnSync('pkill', ['-KILL', '-f', path.join(folder, killedTrainingId)]);
    worker = startPython('worker.py', ...TRAINING_OPTIONS);
    expectThat(
      (await waitForState('detection', killedTrainingId, isFinished)).train_status === 'TRAINED',
      'a killed training finishes',
    );
    expectThat(/Continues after step \d/.test(readLog(killedTrainingId)), 'it continues from its checkpoint');

    const cancelledTrainingId = await startTraining('detection', createRequest('detection', 100_000, 160));
    await waitForState('detection', cancelledTrainingId, ({ progress }) => progress?.phase === 'training');
    await callServer('POST', `/detection/v2/model/${cancelledTrainingId}/cancel`, {});
    const nextTrainingId = await startTraining('recognition', createRequest('recognition', 10, 64));
    expectThat(
      (await waitForState('recognition', nextTrainingId, isFinished)).train_status === 'TRAINED',
      'after a cancelled training the next one starts',
    );
    expectThat(
      (await waitForState('detection', cancelledTrainingId, isFinished)).train_status === 'CANCELLED',
      'a cancelled training stays cancelled',
    );
    expectThat(!readdirSync(path.join(folder, cancelledTrainingId)).includes('images'), 'its files are deleted');

    const secondWorker = startPython('worker.py', ...TRAINING_OPTIONS);
    const trainingIds = [
      await startTraining('recognition', createRequest('recognition', 60, 64)),
      await startTraining('recognition', createRequest('recognition', 60, 64)),
    ];
    const isTraining = ({ train_status }: ModelState) => train_status !== 'QUEUED';
    const states = await Promise.all(trainingIds.map((id) => waitForState('recognition', id, isTraining)));
    expectThat(
      states.every(({ train_status }) => train_status === 'TRAINING'),
      'two workers train at the same time',
    );
    await Promise.all(trainingIds.map((id) => waitForState('recognition', id, isFinished)));
    secondWorker.kill();
    worker.kill();

    worker = startPython('worker.py', ...TRAINING_OPTIONS, '--processes', '2');
    const distributedTrainingId = await startTraining('detection', createRequest('detection', 10, 96));
    const distributedTraining = await waitForState('detection', distributedTrainingId, isFinished);
    expectThat(
      distributedTraining.train_status === 'TRAINED',
      `two processes train one model ${distributedTraining.error ?? ''}`,
    );
    worker.kill();

    worker = startPython('worker.py', ...TRAINING_OPTIONS);
    const startTime = Date.now();
    const request = createRequest('detection', Number(values.steps), 320);
    const finishedTraining = await waitForState('detection', await startTraining('detection', request), isFinished, Infinity);
    const { scores } = finishedTraining;
    expectThat(
      scores !== null,
      `the training on blood cells takes ${Math.round((Date.now() - startTime) / 1000)} s ${finishedTraining.error ?? ''}`,
    );
    console.log(`Blood cells, 100 images for training, 20 for testing, ${values.steps} steps from random weights:`);
    console.log(`  mAP50 ${scores?.map50?.toFixed(4)}, mAP75 ${scores?.map75?.toFixed(4)}`);
    for (const { id, ap50, count } of scores?.labels ?? [])
      console.log(`  ${request.task.labels.find((label) => label.id === id)?.name}: AP50 ${ap50?.toFixed(4)} of ${count}`);
  } finally {
    for (const child of children) child.kill();
    await dataServer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  () => {
    process.exitCode = failures.length === 0 ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
