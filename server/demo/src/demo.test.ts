import type {
  DetectionObject,
  Evaluation,
  Job,
  Point,
  Polygon,
  Product,
  ProductImage,
  ProductSet,
  RecognitionLabel,
  RecognitionTask,
  TrainingImage,
  UserDetails,
  Verification,
  Workspace,
} from '@console/shared-contract/api';
import { FlowGraph } from '@console/shared-contract/api';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectBody } from '@console/server/testing/api/client';
import { waitUntil } from '@console/server/testing/wait/wait-until';
import { readArchive } from './data/archive';
import { describeModels, MODELS_TIMEOUT_MS } from './testing/model-suite';
import { describeRoles } from './testing/roles-suite';
import {
  getClient,
  endDemo,
  list,
  refusal,
  server,
  START_TIMEOUT_MS,
  startDemo,
  startWithoutAccounts,
  workspaces,
} from './testing/started-demo';

const DEMO_FOLDER = join(__dirname, '..', 'data', 'demo');

// The first start is killed halfway. All tests check what the next start created.
beforeAll(startDemo, START_TIMEOUT_MS);
afterAll(endDemo);

it('contains each image once, even though the first start was killed', async () => {
  expect((await list('/recognition/v2/training-image/')).count).toBe((await readArchive(DEMO_FOLDER, new Date())).images.length);
});

it('keeps the verifiers, the assignees and the dates of the archive', async () => {
  const verifications = (await list<Verification>('/annotate/v2/verification/')).results;
  expect(new Set(verifications.map(({ user }) => user.username))).toEqual(
    new Set(['demo@console.test', 'colleague@console.test']),
  );
  const verificationDays = verifications.map(({ created }) => Math.floor(Date.parse(created) / 86_400_000));
  expect(new Set(verificationDays).size).toBeGreaterThan(5);
  const jobs = (await list<Job>('/annotate/v2/imagejob/')).results;
  const assignedJob = jobs.find(({ name }) => name === 'Blood smears, second reader');
  const { assignees = [] } = expectBody<Job>(await getClient('demo').get(`/annotate/v2/imagejob/${assignedJob?.id}`));
  expect(assignees.map(({ username }) => username).sort()).toEqual(['colleague@console.test', 'demo@console.test']);
});

describe('the accounts', () => {
  it.each([
    ['demo', ['Demo', 'Recognition only'], 'Demo', true],
    ['colleague', ['Demo'], 'Demo', false],
    ['limited', ['Recognition only'], 'Recognition only', false],
    ['other', ['Other company'], 'Other company', false],
  ])('%s signs in to %j', async (account, names, first, mayDownload) => {
    const ownWorkspaces = expectBody<Workspace[]>(await getClient(account).get('/account/v2/workspace/'));
    expect(ownWorkspaces.map(({ name }) => name).sort()).toEqual(names);
    expect(ownWorkspaces.find(({ is_default }) => is_default)?.name).toBe(first);
    const details = expectBody<UserDetails>(await getClient(account).get('/account/v2/details/'));
    expect(details.can_download_model).toBe(mayDownload);
  });

  it.each([
    ['Demo', 'demo', 7],
    ['Other company', 'other', 7],
    ['Recognition only', 'limited', 2],
  ])('%s has its services', async (workspace, account, count) => {
    const response = expectBody<{ results: unknown[] }>(
      await getClient(account).get('/account/v2/resource', { workspace: workspaces.get(workspace) }),
    );
    expect(response.results).toHaveLength(count);
  });
});

const LIST_PATHS = [
  '/recognition/v2/training-image/',
  '/recognition/v2/label/',
  '/recognition/v2/task/',
  '/detection/v2/label/',
  '/detection/v2/task/',
  '/detection/v2/object/',
  '/segmentation/v2/label/',
  '/segmentation/v2/task/',
  '/segmentation/v2/polygon/',
  '/annotate/v2/point/',
  '/annotate/v2/verification/',
  '/annotate/v2/similarity-verification/',
  '/annotate/v2/imagejob/',
  '/annotate/v2/similarityjob/',
  '/annotate/v2/evaluation',
  '/flows/v2/flow/',
  '/similarity/training/v2/type/',
  '/similarity/training/v2/task/',
  '/similarity/training/v2/group/',
  '/product/v2/collection/',
  '/product/v2/product/',
  '/product/v2/image/',
  '/product/v2/price/',
  '/product/v2/set/',
];

describe('non-empty lists', () => {
  it.each(LIST_PATHS)('in Demo: %s', async (path) => {
    expect((await list(path)).results).not.toHaveLength(0);
  });
  it.each(LIST_PATHS)('in Other company: %s', async (path) => {
    expect((await list(path, {}, 'Other company', 'other')).results).not.toHaveLength(0);
  });
  it.each([
    '/recognition/v2/training-image/',
    '/recognition/v2/label/',
    '/recognition/v2/task/',
    '/annotate/v2/imagejob/',
    '/annotate/v2/point/',
  ])('in Recognition only: %s', async (path) => {
    expect((await list(path, {}, 'Recognition only', 'limited')).results).not.toHaveLength(0);
  });

  it.each([
    { verified: true },
    { verified: false },
    { test: true },
    { real: false },
    { not_groups: false },
    { not_groups: true },
  ])('under the filter %j of the image browser', async (filter) => {
    const images = await list<TrainingImage>('/recognition/v2/training-image/', filter);
    const allImages = await list<TrainingImage>('/recognition/v2/training-image/');
    expect(images.count).toBeGreaterThan(0);
    expect(images.count).toBeLessThan(allImages.count);
  });

  it.each([{ test: true }, { test: false }, { empty: true }, { verified: true }, { count: 3 }, { type: 'none' }])(
    'under the filter %j of the groups',
    async (filter) => {
      expect((await list('/similarity/training/v2/group/', filter)).count).toBeGreaterThan(0);
    },
  );

  it.each([{ verified: false }, { empty: true }])('under the filter %j of the products', async (filter) => {
    expect((await list('/product/v2/product/', filter)).count).toBeGreaterThan(0);
  });
});

describe('the images', () => {
  it('have the stored size when upright, and a thumbnail', async () => {
    const { results } = await list<TrainingImage>('/recognition/v2/training-image/');
    const sizes = new Set<string>();
    for (const image of results) {
      const response = await fetch(new URL(image.img_path, server.origin));
      const { autoOrient } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([autoOrient.width, autoOrient.height]).toEqual([image.img_width, image.img_height]);
      expect((await fetch(new URL(image.thumb_img_path, server.origin))).status).toBe(200);
      sizes.add(`${image.img_width}x${image.img_height}`);
    }
    expect(sizes.size).toBeGreaterThan(8);
  });

  it('include images with a foreground mask of the same size', async () => {
    const { results } = await list<TrainingImage>('/recognition/v2/training-image/');
    const imagesWithMask = results.filter((image) => image.foreground_mask !== null);
    expect(imagesWithMask).not.toHaveLength(0);
    for (const { foreground_mask, img_width, img_height } of imagesWithMask) {
      const bytes = await (await fetch(new URL(foreground_mask ?? '', server.origin))).arrayBuffer();
      expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width: img_width, height: img_height });
    }
  });

  it('were uploaded during some weeks, none in the future', async () => {
    const { results } = await list<TrainingImage>('/recognition/v2/training-image/');
    const uploadTimes = results.map((image) => Date.parse(image.created));
    expect(Math.max(...uploadTimes)).toBeLessThanOrEqual(Date.now());
    expect(Math.max(...uploadTimes) - Math.min(...uploadTimes)).toBeGreaterThan(14 * 86_400_000);
    expect(uploadTimes).toEqual([...uploadTimes].sort((a, b) => b - a));
  });

  it('enclose all of their boxes', async () => {
    const { results } = await list<DetectionObject>('/detection/v2/object/');
    for (const {
      data: [x1 = -1, y1 = -1, x2 = -1, y2 = -1],
      image,
    } of results) {
      expect(x1).toBeGreaterThanOrEqual(0);
      expect(y1).toBeGreaterThanOrEqual(0);
      expect(x2).toBeLessThanOrEqual(image.img_width);
      expect(y2).toBeLessThanOrEqual(image.img_height);
      expect(Math.min(x2 - x1, y2 - y1)).toBeGreaterThan(0);
    }
  });

  it('enclose all of their polygons and points', async () => {
    const images = new Map(
      (await list<TrainingImage>('/recognition/v2/training-image/')).results.map((image) => [image.id, image]),
    );
    const { results: polygons } = await list<Polygon>('/segmentation/v2/polygon/');
    const { results: points } = await list<Point>('/annotate/v2/point/');
    for (const { data, image } of [...polygons, ...points]) {
      const { img_width = 0, img_height = 0 } = images.get(image.id) ?? {};
      expect(data.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? img_width : img_height))).toBe(true);
    }
  });
});

describe('the workspace Demo', () => {
  it('has recognition labels of every type and tasks of every kind', async () => {
    const labels = (await list<RecognitionLabel>('/recognition/v2/label/')).results;
    expect(new Set(labels.map(({ type }) => type))).toEqual(new Set(['category', 'tag', 'value', 'plain']));
    const tasks = (await list<RecognitionTask>('/recognition/v2/task/')).results;
    expect(new Set(tasks.map(({ type }) => type))).toEqual(new Set(['multi_class', 'multi_label', 'regression']));
    for (const task of tasks.filter(({ type }) => type === 'multi_label'))
      expect(task.labels.filter((label) => label.negative_for_task === task.id)).toHaveLength(1);
  });

  it('keeps every value within the range of its label', async () => {
    const labels = new Map((await list<RecognitionLabel>('/recognition/v2/label/')).results.map((label) => [label.id, label]));
    const images = (await list<TrainingImage>('/recognition/v2/training-image/')).results.flatMap((image) => image.labels);
    const objects = (await list<DetectionObject>('/detection/v2/object/')).results.flatMap((object) => object.recognition_labels);
    const labelValues = [...images, ...objects].filter(({ type }) => type === 'value');
    expect(labelValues.length).toBeGreaterThan(20);
    for (const { id, value } of labelValues) {
      expect(value).toBeGreaterThanOrEqual(labels.get(id)?.min_value ?? NaN);
      expect(value).toBeLessThanOrEqual(labels.get(id)?.max_value ?? NaN);
    }
  });

  it('has negative images in a detection task', async () => {
    const tasks = (await list<{ id: string; negative_images_count: number }>('/detection/v2/task/')).results;
    const task = tasks.find(({ negative_images_count: count }) => count > 0);
    const images = await list('/recognition/v2/training-image/', { detection_task_neg: task?.id });
    expect(images.count).toBe(task?.negative_images_count);
  });

  it('has a valid flow with all four types of action', async () => {
    const { results } = await list<{ id: string; name: string; json_data: unknown }>('/flows/v2/flow/');
    const [flow] = results.filter(({ json_data }) => FlowGraph.parse(json_data).actions.length > 0);
    const graph = FlowGraph.parse(flow?.json_data);
    expect(new Set(graph.actions.map(({ type }) => type))).toEqual(
      new Set(['switch', 'list', 'recognition', 'detection_switch']),
    );
    expectBody(await getClient('demo').put(`/flows/v2/flow/${flow?.id}`, { json_data: graph }));
    const workspace = expectBody<Workspace[]>(await getClient('demo').get('/account/v2/workspace/')).find(
      ({ name }) => name === 'Demo',
    );
    expect(workspace?.meta_data).toMatchObject({ flow: flow?.id });
  });

  it.each(['image', 'similarity'])('has a job of the type %s with open items', async (type) => {
    const jobs = (await list<Job>(`/annotate/v2/${type}job/`)).results;
    const openJob = jobs.find((job) => !job.done && job.recognition_tasks.length > 0 && job.item_done_count > 0);
    expect(openJob?.item_done_count).toBeLessThan(openJob?.item_count ?? 0);
    const batch = expectBody<{ results: string[] }>(
      await getClient('demo').get(`/annotate/v2/${type}job/${openJob?.id}/get-batch/`),
    );
    expect(batch.results).not.toHaveLength(0);
  });

  testInLongRun(
    'has one evaluation of imported predictions and one of predictions by its models',
    async () => {
      // Lists the evaluations that cover several tasks. Evaluations with `of_task` cover one task.
      const listMultiTaskEvaluations = async () =>
        (await list<Evaluation>('/annotate/v2/evaluation')).results.filter((candidate) => !candidate.of_task);
      await waitUntil(async () => (await listMultiTaskEvaluations()).length === 2, MODELS_TIMEOUT_MS);
      const [newest, oldest] = await listMultiTaskEvaluations();
      const readEvaluation = async (id?: string) =>
        expectBody<Evaluation>(await getClient('demo').get(`/annotate/v2/evaluation/${id}`));
      const [storedPredictionsEvaluation, modelPredictionsEvaluation] = [
        await readEvaluation(newest?.id),
        await readEvaluation(oldest?.id),
      ];
      const repeatedEvaluation = expectBody<Evaluation>(
        await getClient('demo').post('/annotate/v2/evaluation', { workspace: workspaces.get('Demo') }),
        201,
      );
      expect(repeatedEvaluation.result).toEqual(storedPredictionsEvaluation.result);
      expect(storedPredictionsEvaluation.result.top_labels.length).toBeGreaterThan(3);
      expect(modelPredictionsEvaluation.result.top_labels.some(({ accuracy }) => accuracy !== null && accuracy < 1)).toBe(true);
      expect(modelPredictionsEvaluation.result.top_labels.some(({ hamming_loss: loss }) => loss !== null && loss > 0)).toBe(true);
      // An evaluation must have stored its images, because its charts open a list of them.
      for (const { tasks } of [storedPredictionsEvaluation, modelPredictionsEvaluation])
        expect(tasks.some(({ pictures }) => pictures > 0)).toBe(true);
    },
    MODELS_TIMEOUT_MS,
  );

  it('has products with and without images, and sets with child sets', async () => {
    const products = (await list<Product>('/product/v2/product/')).results;
    expect(products.length).toBeGreaterThanOrEqual(30);
    expect(products.some(({ name }) => name === 'Crème brûlée 250 g')).toBe(true);
    const images = (await list<ProductImage>('/product/v2/image/')).results;
    expect(new Set(images.map(({ sync_status }) => sync_status))).toEqual(new Set(['TO_SYNC', 'SYNCED']));
    const productSets = (await list<ProductSet>('/product/v2/set/')).results;
    expect(productSets.some(({ parent, completed }) => parent !== null && completed)).toBe(true);
    expect(productSets.some(({ parent, completed }) => parent === null && !completed)).toBe(true);
  });
});

describe('the other company', () => {
  // Lists for which the API has no call that reads a single row.
  const PATHS_WITHOUT_SINGLE_READ = /verification|price/;
  const PATHS_WITH_SINGLE_READ = LIST_PATHS.filter((path) => !PATHS_WITHOUT_SINGLE_READ.test(path));
  it.each(PATHS_WITH_SINGLE_READ)('returns 404 for its %s to the account demo', async (path) => {
    const {
      results: [row],
    } = await list<{ id: string }>(path, {}, 'Other company', 'other');
    const rowPath = `${path.replace(/\/$/, '')}/${row?.id}`;
    expect((await getClient('other').get(rowPath)).status).toBe(200);
    expect((await getClient('demo').get(rowPath)).status).toBe(404);
  });
});

describeModels();
describeRoles();

// This test is the last one, because it deletes the accounts.
it('refuses a network port until the operator confirms the risk or deletes the accounts', async () => {
  expect(refusal).toContain('ALLOW_DEMO_ACCOUNTS_ON_NETWORK=');
  expect(server.output()).toContain('demo@console.test / demo-console');
  await startWithoutAccounts();
  expect(server.output()).not.toContain('demo@console.test');
});
