import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { TOKEN, example, check, formatFindings, setUpConformanceSuite } from '../../testing/suites/conformance-suite';

setUpConformanceSuite();

/** A response of the example server as a proxy in front of it changes it. */
interface Changed {
  status: number;
  type: string | null;
  body: Buffer;
  headers?: Record<string, string>;
}

/** Changes a response. `'nothing'` means that the proxy does not respond. */
type Break = (call: string, answer: Changed, sent: { body: string; authorized: boolean }) => Changed | 'nothing';
/** Starts a proxy in front of the example server that changes its responses, and passes its URL to `run`. */
async function behind<T>(breaks: Break, run: (url: string) => Promise<T>): Promise<T> {
  const proxy = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const call = `${request.method} ${request.url}`;
      const { authorization } = request.headers;
      const sent = { body: body.toString(), authorized: authorization === `Token ${TOKEN}` };
      const original = await fetch(`${example.url}${request.url}`, {
        method: request.method,
        headers: { authorization: authorization ?? '', 'content-type': 'application/json' },
        body: request.method === 'POST' ? body : undefined,
      });
      const answer = {
        status: original.status,
        type: original.headers.get('content-type'),
        body: Buffer.from(await original.arrayBuffer()),
      };
      const changed = breaks(call, answer, sent);
      if (changed === 'nothing') return;
      response.writeHead(changed.status, { 'content-type': changed.type ?? '', ...changed.headers }).end(changed.body);
    })();
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await run(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
const JSON_TYPE = 'application/json';
const json = (status: number, value: unknown): Changed => ({ status, type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)) });
type Records = { records: { _status?: object; labels?: { id: string; prob: number }[]; _objects?: Found[] }[] };
type Found = { id: string; prob: number; bound_box: number[]; polygon?: number[] };
/** Changes the successful responses of a prediction call. */
const saying =
  (path: string, change: (said: Records, sent: string) => unknown): Break =>
  (call, answer, { body }) =>
    call === `POST ${path}` && answer.status === 200
      ? json(200, change(JSON.parse(answer.body.toString()) as Records, body))
      : answer;
const eachObject = (change: (object: Found) => Found) => (response: Records) => ({
  records: response.records.map((record) => (record._objects ? { _objects: record._objects.map(change) } : record)),
});

/** Changes the responses of calls that match a pattern and have a status. */
const when =
  (path: RegExp, status: number, changed: Partial<Changed>): Break =>
  (call, answer) =>
    path.test(call) && answer.status === status ? { ...answer, ...changed } : answer;
const CLASSIFY = '/recognition/v2/classify/';
const DETECT = '/detection/v2/detect';
const SEGMENT = '/segmentation/v2/predict';
const NOBODY = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
const error = json(500, { detail: 'out of order' });
describe('a server violates a rule if it', () => {
  it.each<[string, ModelDomain, Break, RegExp]>([
    [
      'does not report the state of a training',
      'recognition',
      when(/\/train$/, 200, json(200, { ok: true })),
      /train: responds to a training/,
    ],
    [
      'fails on a repeated training request',
      'recognition',
      (() => {
        let count = 0;
        return (call, answer) => (call.endsWith('/train') && (count += 1) > 1 ? error : answer);
      })(),
      /train: accepts the same training twice/,
    ],
    [
      'accepts calls without the token',
      'recognition',
      when(/\/train$/, 401, json(400, { detail: 'what?' })),
      /rejects calls without the token/,
    ],
    ['does not explain a 404', 'recognition', when(/^GET .*model/, 404, json(404, {})), /GET .* responds with 404 and a detail/],
    [
      'returns a state for unknown models',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 404, json(200, { train_status: 'TRAINED' })),
      /GET .* responds with 404/,
    ],
    [
      'cancels a finished training',
      'recognition',
      when(/\/cancel$/, 200, json(200, { train_status: 'CANCELLED' })),
      /cancel: leaves a finished training as it is/,
    ],
    [
      'reports an unknown status',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 200, json(200, { train_status: 'DONE' })),
      /reports the state until the training has finished/,
    ],
    [
      'reports a failure without an error',
      'recognition',
      when(/^GET .*model\/[^/]+$/, 200, json(200, { train_status: 'FAILED' })),
      /explains why a training failed/,
    ],
    [
      'returns a web page instead of the file',
      'recognition',
      when(/\/file$/, 200, { type: 'text/html' }),
      /file: returns the complete file/,
    ],
    ['returns an empty file', 'recognition', when(/\/file$/, 200, { body: Buffer.alloc(0) }), /file: returns the complete file/],
    [
      'redirects the file',
      'recognition',
      when(/\/file$/, 200, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
      /file: .*redirect/,
    ],
    ['omits a record', 'recognition', saying(CLASSIFY, ({ records }) => ({ records: records.slice(1) })), /returns one record/],
    [
      'returns a probability above 1',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.map(({ labels = [] }) => ({ labels: labels.map((label) => ({ ...label, prob: 2 })) })),
      })),
      /returns one record/,
    ],
    ['returns invalid JSON', 'recognition', when(/classify/, 200, { body: Buffer.from('<html>') }), /returns one record/],
    [
      'reports all images as unreadable',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({ records: records.map(() => ({ _status: { code: 400 } })) })),
      /reads the images/,
    ],
    [
      'returns results in another order',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.toSorted((a, b) => (b.labels?.[0]?.prob ?? 0) - (a.labels?.[0]?.prob ?? 0)),
      })),
      /returns results in the order/,
    ],
    [
      'returns an unknown label',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({
        records: records.map((record) => (record.labels ? { labels: [...record.labels, { id: NOBODY, prob: 0 }] } : record)),
      })),
      /returns only labels of the request/,
    ],
    [
      'returns an empty result for an unreadable image',
      'recognition',
      saying(CLASSIFY, ({ records }) => ({ records: records.map((record) => (record._status ? { labels: [] } : record)) })),
      /reports an unreadable image/,
    ],
    [
      'rejects the request because of one unreadable image',
      'recognition',
      (_call, answer) => (answer.body.includes('"_status"') ? json(400, { detail: 'not an image' }) : answer),
      /reports an unreadable image/,
    ],
    [
      'rejects unknown fields',
      'recognition',
      (_call, answer, { body }) => (body.includes('shelf') ? json(400, { detail: 'shelf?' }) : answer),
      /ignores unknown fields/,
    ],
    ['fails on an invalid request', 'recognition', when(/classify/, 400, error), /rejects invalid requests with 4xx/],
    ['fails on an unknown model', 'recognition', when(/classify/, 404, error), /classify.*responds with 404/],
    [
      'ignores the EXIF orientation',
      'detection',
      saying(DETECT, (response, sent) =>
        sent.includes('/9j/')
          ? eachObject(({ bound_box: [x1, y1, x2, y2], ...object }) => ({ ...object, bound_box: [y1!, x1!, y2!, x2!] }))(response)
          : response,
      ),
      /pixels of the upright image/,
    ],
    [
      'returns boxes in other units',
      'detection',
      saying(
        DETECT,
        eachObject((object) => ({ ...object, bound_box: object.bound_box.map((side) => side * 100) })),
      ),
      /pixels of the upright image.*is not within 96 x 64/,
    ],
    [
      'returns boxes as position and size',
      'detection',
      saying(
        DETECT,
        eachObject(({ bound_box: [x1, y1, x2, y2], ...object }) => ({ ...object, bound_box: [x1!, y1!, x2! - x1!, y2! - y1!] })),
      ),
      /returns one record/,
    ],
    [
      'returns an odd number of coordinates',
      'segmentation',
      saying(
        SEGMENT,
        eachObject((object) => ({ ...object, polygon: object.polygon!.slice(1) })),
      ),
      /returns one record/,
    ],
    [
      'returns boxes that do not match their polygons',
      'segmentation',
      saying(
        SEGMENT,
        eachObject((object) => ({ ...object, bound_box: [1, 2, 30, 40] })),
      ),
      /bound their polygons/,
    ],
  ])('%s (%s)', async (_, domain, breaks, rule) => {
    const findings = await behind(breaks, (url) => check(url, { domains: [domain] }));
    expect(formatFindings(findings, 'violated')).toContainEqual(expect.stringMatching(rule));
  });

  it('does not respond in time', async () => {
    const findings = await behind(
      (call, answer) => (call.includes('classify') ? 'nothing' : answer),
      (url) => check(url, { domains: ['recognition'], timeoutMs: 400 }),
    );
    expect(formatFindings(findings, 'violated')).toContainEqual(expect.stringMatching(/classify.*no response within 0.4 s/));
  });

  it('returns unstable descriptors, describes unreadable images or runs flows for one image only', async () => {
    let count = 0;
    const findings = await behind(
      (call, answer) => {
        if (call.endsWith('/process')) return json(200, { records: [{}] });
        if (!call.endsWith('/descriptor')) return answer;
        const { records } = JSON.parse(answer.body.toString()) as { records: unknown[] };
        return json(200, { records: records.map(() => ({ descriptor: [(count += 1), 0] })) });
      },
      (url) => check(url),
    );
    expect(formatFindings(findings, 'violated')).toEqual([
      expect.stringContaining('descriptor: returns descriptors of equal length'),
      expect.stringContaining('descriptor: reports an unreadable image'),
      expect.stringContaining('process: returns one record per image'),
    ]);
  });
});
