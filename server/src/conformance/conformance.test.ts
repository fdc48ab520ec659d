import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DetectionModel, DetectionTask } from '@console/shared-contract/api';
import sharp from 'sharp';
import { bodyOf, type TestClient } from '../testing/client';
import { makeLabel, makeNamed, makeObject, makeTask, uploadImage } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { startExample } from './example/server';
import type { ModelDomain } from '../models/kinds';
import { checkModelServer, type ConformanceOptions } from './check';
import { lineOf, type Finding } from './findings';
import type { Order } from './training';

const TOKEN = 'token-of-the-example';

let server: TestServer;
let client: TestClient;
let example: Awaited<ReturnType<typeof startExample>>;
let folder: string;
let orders: Record<ModelDomain, Order>;
beforeAll(async () => {
  server = await makeTestServer();
  const { user, workspaceId, client: theirs } = await server.makeTenant();
  await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', user.id).execute();
  client = theirs;
  folder = await mkdtemp(join(tmpdir(), 'example-'));
  const access = { url: server.origin, token: user.apiToken };
  example = await startExample({ port: 0, token: TOKEN, folder, console: access });
  orders = await drawnTasks(workspaceId);
});
afterAll(async () => {
  await example.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** A task of each kind, of red and blue things on grey. */
async function drawnTasks(workspace: string): Promise<Record<ModelDomain, Order>> {
  const recognition = await makeTask(client, { name: 'Colour', type: 'multi_class' });
  const [detection, segmentation] = [
    await makeNamed<DetectionTask>(client, '/detection/v2/task/'),
    await makeNamed<{ id: string }>(client, '/segmentation/v2/task/'),
  ];
  const labels = { recognition: [], detection: [], segmentation: [] } as Record<ModelDomain, Order['task']['labels']>;
  for (const [name, background, left] of [
    ['Red', '#c81e1e', 12],
    ['Blue', '#1e28c8', 60],
  ] as const) {
    const thing = await sharp({ create: { width: 24, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const png = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#b4b4b4' } })
      .composite([{ input: thing, left, top: 20 }])
      .png()
      .toBuffer();
    const image = await uploadImage(client, { base64: png.toString('base64') });
    const label = await makeLabel(client, { name, task: recognition.id });
    labels.recognition.push({ id: label.id, name });
    await client.post(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: label.id });
    for (const kind of ['detection', 'segmentation'] as const) {
      const { id } = await makeNamed(client, `/${kind}/v2/label/`, { name });
      labels[kind].push({ id, name });
      await client.post(`/${kind}/v2/task/${kind === 'detection' ? detection.id : segmentation.id}/add-label`, { label_id: id });
      const [x1, y1, x2, y2] = [left, 20, left + 24, 50];
      if (kind === 'detection') await makeObject(client, image.id, id, [x1, y1, x2, y2]);
      else
        bodyOf(
          await client.post('/segmentation/v2/polygon/', {
            image: image.id,
            segmentation_label: id,
            data: [x1, y1, x2, y1, x2, y2, x1, y2],
          }),
          201,
        );
    }
  }
  const order = (kind: ModelDomain, { id }: { id: string }) => ({
    workspace,
    task: { id, name: kind, labels: labels[kind], ...(kind === 'recognition' ? { type: 'multi_class' } : {}) },
    training_params: {},
  });
  return {
    recognition: order('recognition', recognition),
    detection: order('detection', detection),
    segmentation: order('segmentation', segmentation),
  };
}

const check = (url: string, options: Partial<ConformanceOptions> = {}) =>
  checkModelServer({ url, token: TOKEN, timeoutMs: 5_000, waitMs: 20_000, orders, ...options });

const linesOf = (findings: readonly Finding[], verdict: Finding['verdict']) =>
  findings.filter((finding) => finding.verdict === verdict).map((finding) => lineOf(finding));

it('finds that all holds of the example, call by call, and which call it has not got', async () => {
  const told: Finding[] = [];
  const findings = await check(example.url, { tell: (finding) => told.push(finding) });
  expect(told).toEqual(findings);
  expect([linesOf(findings, 'violated'), linesOf(findings, 'not checked')]).toEqual([[], []]);
  expect(linesOf(findings, 'not offered')).toEqual(['not offered POST /flows/v2/process: runs flows (status 404)']);
  expect(new Set(findings.map(({ call }) => call)).size).toBe(14);
});

it('says that nothing could be asked of a model whose training fails', async () => {
  const findings = await check(example.url, { orders: {}, only: ['detection'] });
  expect(linesOf(findings, 'violated')).toEqual([]);
  expect(linesOf(findings, 'not checked')).toEqual([expect.stringMatching(/GET \/detection.*ended as FAILED: .*--orders/)]);
});

it('says of a server that is not there that no call holds', async () => {
  const findings = await check('http://127.0.0.1:9', { only: ['detection'] });
  expect(linesOf(findings, 'violated')).toEqual([expect.stringContaining('answers a training with its state')]);
});

it('finds by what the console does with the example that it trains, predicts and downloads', async () => {
  const console = await makeTestServer({
    config: { modelServer: { url: example.url, token: TOKEN, timeoutMs: 5_000 } },
    besides: server,
  });
  try {
    const { task } = orders.detection;
    const { id } = bodyOf<DetectionModel>(await client.post(`/detection/v2/task/${task.id}/train`), 201);
    const read = async () => bodyOf<DetectionModel>(await client.get(`/detection/v2/model/${id}`)).train_status;
    while ((await console.runWork()) > 0);
    expect(await read()).toBe('TRAINED');
    const [image] = bodyOf<{ results: { img_path: string }[] }>(await client.get('/recognition/v2/training-image/')).results;
    const picture = Buffer.from(await (await fetch(new URL(image!.img_path, server.origin))).arrayBuffer());
    const asked = { task_id: task.id, records: [{ _base64: picture.toString('base64') }] };
    const answer = await fetch(`${console.origin}/api/detection/v2/detect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: client.authorization ?? '' },
      body: JSON.stringify(asked),
    });
    expect(await answer.json()).toMatchObject({ records: [{ _objects: [{ name: 'Blue', bound_box: [60, 20, 84, 50] }] }] });
    expect((await client.post(`/detection/v2/model/${id}/request-download`, {})).status).toBe(200);
  } finally {
    await console.close();
  }
});

/** Another server in front of the example that changes some answers. */
interface Changed {
  status: number;
  type: string | null;
  body: Buffer;
  headers?: Record<string, string>;
}
type Break = (call: string, answer: Changed, sent: { body: string; authorized: boolean }) => Changed | 'nothing';

async function behind<T>(breaks: Break, look: (url: string) => Promise<T>): Promise<T> {
  const proxy = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const call = `${request.method} ${request.url}`;
      const { authorization } = request.headers;
      const sent = { body: body.toString(), authorized: authorization === `Token ${TOKEN}` };
      const real = await fetch(`${example.url}${request.url}`, {
        method: request.method,
        headers: { authorization: authorization ?? '', 'content-type': 'application/json' },
        body: request.method === 'POST' ? body : undefined,
      });
      const answer = { status: real.status, type: real.headers.get('content-type'), body: Buffer.from(await real.arrayBuffer()) };
      const changed = breaks(call, answer, sent);
      if (changed === 'nothing') return;
      response.writeHead(changed.status, { 'content-type': changed.type ?? '', ...changed.headers }).end(changed.body);
    })();
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await look(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

const JSON_TYPE = 'application/json';
const json = (status: number, value: unknown): Changed => ({ status, type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)) });
type Records = { records: { _status?: object; labels?: { id: string; prob: number }[]; _objects?: Found[] }[] };
type Found = { id: string; prob: number; bound_box: number[]; polygon?: number[] };
/** Changes what is answered to a question that is answered. */
const saying =
  (path: string, change: (said: Records, sent: string) => unknown): Break =>
  (call, answer, { body }) =>
    call === `POST ${path}` && answer.status === 200
      ? json(200, change(JSON.parse(answer.body.toString()) as Records, body))
      : answer;
const eachObject = (change: (found: Found) => Found) => (said: Records) => ({
  records: said.records.map((record) => (record._objects ? { _objects: record._objects.map(change) } : record)),
});
/** Changes an answer of a status that a path has. */
const when =
  (path: RegExp, status: number, changed: Partial<Changed>): Break =>
  (call, answer) =>
    path.test(call) && answer.status === status ? { ...answer, ...changed } : answer;

const CLASSIFY = '/recognition/v2/classify/';
const DETECT = '/detection/v2/detect';
const SEGMENT = '/segmentation/v2/predict';
const NOBODY = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
const error = json(500, { detail: 'out of order' });

describe('a server that', () => {
  it.each<[string, ModelDomain, Break, RegExp]>([
    ['tells no state of a training', 'recognition', when(/\/train$/, 200, json(200, { ok: true })), /train: answers a training/],
    [
      'fails where a training is ordered again',
      'recognition',
      (() => {
        let asked = 0;
        return (call, answer) => (call.endsWith('/train') && (asked += 1) > 1 ? error : answer);
      })(),
      /train: takes the same training again/,
    ],
    [
      'lets everybody in',
      'recognition',
      when(/\/train$/, 401, json(400, { detail: 'what?' })),
      /lets nobody in without the token/,
    ],
    [
      'has no words for an unknown model',
      'recognition',
      when(/^GET .*model/, 404, json(404, {})),
      /GET .* answers 404 with a detail/,
    ],
    [
      'knows every model',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 404, json(200, { train_status: 'TRAINED' })),
      /GET .* answers 404/,
    ],
    [
      'makes up a status',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 200, json(200, { train_status: 'DONE' })),
      /tells the state until the training has ended/,
    ],
    [
      'fails without a word',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 200, json(200, { train_status: 'FAILED' })),
      /says why a training has failed/,
    ],
    ['gives a page for a file', 'recognition', when(/\/file$/, 200, { type: 'text/html' }), /file: gives the whole file/],
    ['gives an empty file', 'recognition', when(/\/file$/, 200, { body: Buffer.alloc(0) }), /file: gives the whole file/],
    [
      'sends on to elsewhere for the file',
      'recognition',
      when(/\/file$/, 200, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
      /file: .*redirect/,
    ],
    [
      'answers for one picture less',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({ records: records.slice(1) })),
      /answers one record/,
    ],
    [
      'is more than sure',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.map(({ labels = [] }) => ({ labels: labels.map((each) => ({ ...each, prob: 2 })) })),
      })),
      /answers one record/,
    ],
    ['sends no JSON', 'recognition', when(/classify/, 200, { body: Buffer.from('<html>') }), /answers one record/],
    [
      'reads nothing',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({ records: records.map(() => ({ _status: { code: 400 } })) })),
      /reads the pictures/,
    ],
    [
      'answers in an order of its own',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.toSorted((a, b) => (b.labels?.[0]?.prob ?? 0) - (a.labels?.[0]?.prob ?? 0)),
      })),
      /answers in the order/,
    ],
    [
      'names a label of nobody',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.map((record) => (record.labels ? { labels: [...record.labels, { id: NOBODY, prob: 0 }] } : record)),
      })),
      /names no labels but those/,
    ],
    [
      'passes over what it cannot read',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({ records: records.map((record) => (record._status ? { labels: [] } : record)) })),
      /says of a picture that cannot be read/,
    ],
    [
      'refuses all for one that it cannot read',
      'recognition',
      (_call, answer) => (answer.body.includes('"_status"') ? json(400, { detail: 'no picture' }) : answer),
      /says of a picture that cannot be read/,
    ],
    [
      'wants no other field',
      'recognition',
      (_call, answer, { body }) => (body.includes('shelf') ? json(400, { detail: 'shelf?' }) : answer),
      /ignores fields/,
    ],
    ['breaks down at nonsense', 'recognition', when(/classify/, 400, error), /refuses with 4xx/],
    ['breaks down at an unknown model', 'recognition', when(/classify/, 404, error), /classify.*answers 404/],
    [
      'forgets the orientation',
      'detection',
      saying(DETECT, (said, sent) =>
        sent.includes('/9j/')
          ? eachObject(({ bound_box: [x1, y1, x2, y2], ...found }) => ({ ...found, bound_box: [y1!, x1!, y2!, x2!] }))(said)
          : said,
      ),
      /pixels of the upright picture/,
    ],
    [
      'tells boxes in shares',
      'detection',
      saying(
        DETECT,
        eachObject((found) => ({ ...found, bound_box: found.bound_box.map((side) => side * 100) })),
      ),
      /pixels of the upright picture.*is not within 96 x 64/,
    ],
    [
      'tells boxes by their size',
      'detection',
      saying(
        DETECT,
        eachObject(({ bound_box: [x1, y1, x2, y2], ...found }) => ({ ...found, bound_box: [x1!, y1!, x2! - x1!, y2! - y1!] })),
      ),
      /answers one record/,
    ],
    [
      'draws half a corner',
      'segmentation',
      saying(
        SEGMENT,
        eachObject((found) => ({ ...found, polygon: found.polygon!.slice(1) })),
      ),
      /answers one record/,
    ],
    [
      'has boxes of something else',
      'segmentation',
      saying(
        SEGMENT,
        eachObject((found) => ({ ...found, bound_box: [1, 2, 30, 40] })),
      ),
      /bounds of their polygons/,
    ],
  ])('%s (%s) is found out', async (_, domain, breaks, rule) => {
    const findings = await behind(breaks, (url) => check(url, { only: [domain] }));
    expect(linesOf(findings, 'violated')).toContainEqual(expect.stringMatching(rule));
  });

  it('does not answer in time is found out', async () => {
    const findings = await behind(
      (call, answer) => (call.includes('classify') ? 'nothing' : answer),
      (url) => check(url, { only: ['recognition'], timeoutMs: 400 }),
    );
    expect(linesOf(findings, 'violated')).toContainEqual(expect.stringMatching(/classify.*no answer within 0.4 s/));
  });

  it('describes a picture now so, now so, and one that is none, and runs flows for one picture only, is found out', async () => {
    let asked = 0;
    const findings = await behind(
      (call, answer) => {
        if (call.endsWith('/process')) return json(200, { records: [{}] });
        if (!call.endsWith('/descriptor')) return answer;
        const { records } = JSON.parse(answer.body.toString()) as { records: unknown[] };
        return json(200, { records: records.map(() => ({ descriptor: [(asked += 1), 0] })) });
      },
      (url) => check(url),
    );
    expect(linesOf(findings, 'violated')).toEqual([
      expect.stringContaining('descriptor: answers as many numbers'),
      expect.stringContaining('descriptor: says of a picture that cannot be read that it cannot'),
      expect.stringContaining('process: answers one record for each picture'),
    ]);
  });
});
