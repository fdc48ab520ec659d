import type { DetectionModel } from '@console/shared-contract/api';
import { expectBody } from '../../testing/api/client';
import { createTestServer } from '../../testing/api/test-server';
import type { Finding } from './findings';
import {
  TOKEN,
  server,
  client,
  example,
  trainingRequests,
  checkConformance,
  formatFindings,
  setUpConformanceSuite,
} from '../../testing/suites/conformance-suite';

setUpConformanceSuite();

it('the example server follows all rules and offers no flows', async () => {
  const reportedFindings: Finding[] = [];
  const findings = await checkConformance(example.url, { onFinding: (finding) => reportedFindings.push(finding) });
  expect(reportedFindings).toEqual(findings);
  expect([formatFindings(findings, 'violated'), formatFindings(findings, 'not checked')]).toEqual([[], []]);
  expect(formatFindings(findings, 'not offered')).toEqual(['not offered POST /flows/v2/process: runs flows (status 404)']);
  expect(new Set(findings.map(({ call }) => call)).size).toBe(17);
});

it('a failed training leaves the predictions unchecked', async () => {
  const findings = await checkConformance(example.url, { trainingRequests: {}, domains: ['detection'] });
  expect(formatFindings(findings, 'violated')).toEqual([]);
  expect(formatFindings(findings, 'not checked')).toEqual([
    expect.stringMatching(/GET \/detection.*finished as FAILED: .*--orders/),
  ]);
});

it('an unreachable server violates the first rule', async () => {
  const findings = await checkConformance('http://127.0.0.1:9', { domains: ['detection'] });
  expect(formatFindings(findings, 'violated')).toEqual([expect.stringContaining('responds to a training with its state')]);
});

it('the console trains, predicts and downloads with the example server', async () => {
  const console = await createTestServer({
    config: { modelServer: { url: example.url, token: TOKEN, timeoutMs: 5_000 } },
    sharedWith: server,
  });
  try {
    const { task } = trainingRequests.detection;
    const { id } = expectBody<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const readStatus = async () => expectBody<DetectionModel>(await client.get(`/detection/v2/model/${id}`)).train_status;
    while ((await console.runWork()) > 0);
    expect(await readStatus()).toBe('TRAINED');
    const [listedImage] = expectBody<{ results: { img_path: string }[] }>(
      await client.get('/recognition/v2/training-image/'),
    ).results;
    const image = Buffer.from(await (await fetch(new URL(listedImage!.img_path, server.origin))).arrayBuffer());
    const body = { task_id: task.id, records: [{ _base64: image.toString('base64') }] };
    const response = await fetch(`${console.origin}/api/detection/v2/detect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: client.authorization ?? '' },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toMatchObject({
      records: [
        {
          _objects: [
            {
              name: 'Blue',
              bound_box: [60, 20, 84, 50],
              points: [
                [60, 20, 1],
                [84, 50, 1],
              ],
            },
          ],
        },
      ],
    });
    expect((await client.post(`/detection/v2/model/${id}/request-download`, {})).status).toBe(200);
  } finally {
    await console.close();
  }
});
