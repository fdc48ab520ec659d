import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DetectionTask } from '@console/shared-contract/api';
import sharp from 'sharp';
import { createPng } from '../api/png';
import { expectBody, type TestClient } from '../api/client';
import { createTestLabel, createNamedRow, createTestObject, createTestTask, uploadImage } from '../api/fixtures';
import { createTestServer, type TestServer } from '../api/test-server';
import { startExampleServer } from '../../operations/conformance/example/example-server';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { checkModelServer, type ConformanceOptions } from '../../operations/conformance/check-model-server';
import { formatFinding, type Finding } from '../../operations/conformance/findings';
import type { TrainingRequest } from '../../operations/conformance/check-training';

export const TOKEN = 'token-of-the-example';

export let server: TestServer;

export let client: TestClient;

export let example: Awaited<ReturnType<typeof startExampleServer>>;

let folder: string;

export let trainingRequests: Record<ModelDomain, TrainingRequest>;

/** Creates a task of each kind with images of a red and a blue rectangle on grey. */
async function createTasks(workspace: string): Promise<Record<ModelDomain, TrainingRequest>> {
  const recognition = await createTestTask(client, { name: 'Colour', type: 'multi_class' });
  const [detection, segmentation] = [
    await createNamedRow<DetectionTask>(client, '/detection/v2/task/'),
    await createNamedRow<{ id: string }>(client, '/segmentation/v2/task/'),
  ];
  const labels = { recognition: [], detection: [], segmentation: [] } as Record<ModelDomain, TrainingRequest['task']['labels']>;
  for (const [name, background, objectLeft] of [
    ['Red', '#c81e1e', 12],
    ['Blue', '#1e28c8', 60],
  ] as const) {
    const rectangle = await createPng(background, 24, 30);
    const png = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#b4b4b4' } })
      .composite([{ input: rectangle, left: objectLeft, top: 20 }])
      .png()
      .toBuffer();
    const image = await uploadImage(client, { base64: png.toString('base64') });
    const label = await createTestLabel(client, { name, task: recognition.id });
    labels.recognition.push({ id: label.id, name });
    await client.post(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: label.id });
    for (const kind of ['detection', 'segmentation'] as const) {
      // Objects of the blue detection label are skeletons whose two points form a diagonal of the rectangle.
      const skeleton =
        kind === 'detection' && name === 'Blue' ? { points: [{ name: 'Start' }, { name: 'End' }], edges: [[0, 1]] } : null;
      const { id } = await createNamedRow(client, `/${kind}/v2/label/`, { name, ...(skeleton && { skeleton }) });
      labels[kind].push({ id, name, ...(skeleton && { skeleton }) });
      await client.post(`/${kind}/v2/task/${kind === 'detection' ? detection.id : segmentation.id}/add-label`, { label_id: id });
      const [x1, y1, x2, y2] = [objectLeft, 20, objectLeft + 24, 50];
      if (skeleton) {
        const fields = { image: image.id, detection_label: id, data: [x1, y1, 2, x2, y2, 2] };
        expectBody(await client.post('/detection/v2/skeleton/', fields), 201);
      } else if (kind === 'detection') await createTestObject(client, image.id, id, [x1, y1, x2, y2]);
      else
        expectBody(
          await client.post('/segmentation/v2/polygon/', {
            image: image.id,
            segmentation_label: id,
            data: [x1, y1, x2, y1, x2, y2, x1, y2],
          }),
          201,
        );
    }
  }
  const createRequest = (kind: ModelDomain, { id }: { id: string }) => ({
    workspace,
    task: { id, name: kind, labels: labels[kind], ...(kind === 'recognition' ? { type: 'multi_class' } : {}) },
    training_params: {},
  });
  return {
    recognition: createRequest('recognition', recognition),
    detection: createRequest('detection', detection),
    segmentation: createRequest('segmentation', segmentation),
  };
}

export const checkConformance = (url: string, options: Partial<ConformanceOptions> = {}) =>
  checkModelServer({ url, token: TOKEN, timeoutMs: 5_000, waitMs: 20_000, trainingRequests, ...options });

export const formatFindings = (findings: readonly Finding[], verdict: Finding['verdict']) =>
  findings.filter((finding) => finding.verdict === verdict).map((finding) => formatFinding(finding));

/** Starts the console server and the example model server. */
export function setUpConformanceSuite(): void {
  beforeAll(async () => {
    server = await createTestServer();
    const { user, workspaceId, client: tenantClient } = await server.createTenant();
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', user.id).execute();
    client = tenantClient;
    folder = await mkdtemp(join(tmpdir(), 'example-'));
    const access = { url: server.origin, token: user.apiToken };
    example = await startExampleServer({ port: 0, token: TOKEN, folder, console: access });
    trainingRequests = await createTasks(workspaceId);
  });
  afterAll(async () => {
    await example.close();
    await server.close();
    await rm(folder, { recursive: true });
  });
}
