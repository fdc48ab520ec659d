import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { TOKEN, example, checkConformance, formatFindings, setUpConformanceSuite } from '../../testing/suites/conformance-suite';

setUpConformanceSuite();

/** A response of the example server. The proxy in front of the server may change it. */
interface ProxiedResponse {
  status: number;
  type: string | null;
  body: Buffer;
  headers?: Record<string, string>;
}

/** Returns the changed response to a call. `'nothing'` means that the proxy does not respond. */
type ResponseChange = (
  call: string,
  response: ProxiedResponse,
  request: { body: string; authorized: boolean },
) => ProxiedResponse | 'nothing';
/** Starts a proxy in front of the example server that changes its responses, and passes its URL to `run`. */
async function withProxy<T>(changeResponse: ResponseChange, run: (url: string) => Promise<T>): Promise<T> {
  const proxy = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const call = `${request.method} ${request.url}`;
      const { authorization } = request.headers;
      const forwardedRequest = { body: body.toString(), authorized: authorization === `Token ${TOKEN}` };
      const original = await fetch(`${example.url}${request.url}`, {
        method: request.method,
        headers: { authorization: authorization ?? '', 'content-type': 'application/json' },
        body: request.method === 'POST' ? body : undefined,
      });
      const originalResponse = {
        status: original.status,
        type: original.headers.get('content-type'),
        body: Buffer.from(await original.arrayBuffer()),
      };
      const changedResponse = changeResponse(call, originalResponse, forwardedRequest);
      if (changedResponse === 'nothing') return;
      response
        .writeHead(changedResponse.status, { 'content-type': changedResponse.type ?? '', ...changedResponse.headers })
        .end(changedResponse.body);
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
const createJsonResponse = (status: number, value: unknown): ProxiedResponse => ({
  status,
  type: JSON_TYPE,
  body: Buffer.from(JSON.stringify(value)),
});
type Records = { records: { _status?: object; labels?: { id: string; prob: number }[]; _objects?: PredictedItem[] }[] };
type PredictedItem = { id: string; prob: number; bound_box: number[]; polygon?: number[]; points?: number[][] };
/** Creates a function that changes the successful responses of a prediction call. */
const changePredictions =
  (path: string, change: (predictions: Records, requestBody: string) => unknown): ResponseChange =>
  (call, response, { body }) =>
    call === `POST ${path}` && response.status === 200
      ? createJsonResponse(200, change(JSON.parse(response.body.toString()) as Records, body))
      : response;
const changeEachObject = (change: (object: PredictedItem) => PredictedItem) => (response: Records) => ({
  records: response.records.map((record) => (record._objects ? { _objects: record._objects.map(change) } : record)),
});

/** Creates a function that changes the responses to calls that match a pattern and have this status. */
const changeResponses =
  (path: RegExp, status: number, changed: Partial<ProxiedResponse>): ResponseChange =>
  (call, response) =>
    path.test(call) && response.status === status ? { ...response, ...changed } : response;
const CLASSIFY_PATH = '/recognition/v2/classify/';
const DETECT_PATH = '/detection/v2/detect';
const SEGMENT_PATH = '/segmentation/v2/predict';
const UNKNOWN_LABEL_ID = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
const errorResponse = createJsonResponse(500, { detail: 'out of order' });
const VIOLATIONS: [string, ModelDomain, ResponseChange, RegExp][] = [
  [
    'does not report the state of a training',
    'recognition',
    changeResponses(/\/train$/, 200, createJsonResponse(200, { ok: true })),
    /train: responds to a training/,
  ],
  [
    'fails on a repeated training request',
    'recognition',
    (() => {
      let count = 0;
      return (call, response) => (call.endsWith('/train') && (count += 1) > 1 ? errorResponse : response);
    })(),
    /train: accepts the same training twice/,
  ],
  [
    'does not respond with 401 to calls without the token',
    'recognition',
    changeResponses(/\/train$/, 401, createJsonResponse(400, { detail: 'what?' })),
    /rejects calls without the token/,
  ],
  [
    'does not explain a 404',
    'recognition',
    changeResponses(/^GET .*model/, 404, createJsonResponse(404, {})),
    /GET .* responds with 404 and a detail/,
  ],
  [
    'returns a state for unknown models',
    'recognition',
    changeResponses(/^GET .*model\/[^/]+$/, 404, createJsonResponse(200, { train_status: 'TRAINED' })),
    /GET .* responds with 404/,
  ],
  [
    'cancels a finished training',
    'recognition',
    changeResponses(/\/cancel$/, 200, createJsonResponse(200, { train_status: 'CANCELLED' })),
    /cancel: leaves a finished training as it is/,
  ],
  [
    'reports an unknown status',
    'recognition',
    changeResponses(/^GET .*model\/[^/]+$/, 200, createJsonResponse(200, { train_status: 'DONE' })),
    /reports the state until the training has finished/,
  ],
  [
    'reports a failure without an error',
    'recognition',
    changeResponses(/^GET .*model\/[^/]+$/, 200, createJsonResponse(200, { train_status: 'FAILED' })),
    /explains why a training failed/,
  ],
  [
    'returns a web page instead of the file',
    'recognition',
    changeResponses(/\/file$/, 200, { type: 'text/html' }),
    /file: returns the complete file/,
  ],
  [
    'returns an empty file',
    'recognition',
    changeResponses(/\/file$/, 200, { body: Buffer.alloc(0) }),
    /file: returns the complete file/,
  ],
  [
    'redirects the file',
    'recognition',
    changeResponses(/\/file$/, 200, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
    /file: .*redirect/,
  ],
  [
    'omits a record',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({ records: records.slice(1) })),
    /returns one record/,
  ],
  [
    'returns a probability above 1',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({
      records: records.map(({ labels = [] }) => ({ labels: labels.map((label) => ({ ...label, prob: 2 })) })),
    })),
    /returns one record/,
  ],
  [
    'returns invalid JSON',
    'recognition',
    changeResponses(/classify/, 200, { body: Buffer.from('<html>') }),
    /returns one record/,
  ],
  [
    'reports all images as unreadable',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({ records: records.map(() => ({ _status: { code: 400 } })) })),
    /reads the images/,
  ],
  [
    'returns results in another order',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({
      records: records.toSorted((a, b) => (b.labels?.[0]?.prob ?? 0) - (a.labels?.[0]?.prob ?? 0)),
    })),
    /returns results in the order/,
  ],
  [
    'returns an unknown label',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({
      records: records.map((record) =>
        record.labels ? { labels: [...record.labels, { id: UNKNOWN_LABEL_ID, prob: 0 }] } : record,
      ),
    })),
    /returns only labels of the request/,
  ],
  [
    'returns an empty result for an unreadable image',
    'recognition',
    changePredictions(CLASSIFY_PATH, ({ records }) => ({
      records: records.map((record) => (record._status ? { labels: [] } : record)),
    })),
    /reports an unreadable image/,
  ],
  [
    'rejects the request because of one unreadable image',
    'recognition',
    (_call, response) => (response.body.includes('"_status"') ? createJsonResponse(400, { detail: 'not an image' }) : response),
    /reports an unreadable image/,
  ],
  [
    'rejects unknown fields',
    'recognition',
    // The conformance check sends the unknown field `shelf`.
    (_call, response, { body }) => (body.includes('shelf') ? createJsonResponse(400, { detail: 'shelf?' }) : response),
    /ignores unknown fields/,
  ],
  [
    'fails on an invalid request',
    'recognition',
    changeResponses(/classify/, 400, errorResponse),
    /rejects invalid requests with 4xx/,
  ],
  ['fails on an unknown model', 'recognition', changeResponses(/classify/, 404, errorResponse), /classify.*responds with 404/],
  [
    'ignores the EXIF orientation',
    'detection',
    // The conformance check sends the image with an EXIF orientation as JPEG. The base64 of a JPEG image starts with `/9j/`.
    changePredictions(DETECT_PATH, (response, requestBody) =>
      requestBody.includes('/9j/')
        ? changeEachObject(({ bound_box: [x1, y1, x2, y2], ...object }) => ({ ...object, bound_box: [y1!, x1!, y2!, x2!] }))(
            response,
          )
        : response,
    ),
    /pixels of the upright image/,
  ],
  [
    'returns boxes in other units',
    'detection',
    changePredictions(
      DETECT_PATH,
      changeEachObject((object) => ({ ...object, bound_box: object.bound_box.map((side) => side * 100) })),
    ),
    /pixels of the upright image.*is not within 96 x 64/,
  ],
  ...(
    [
      ['omits a point of a skeleton', (points) => points.slice(1), /returns one record/],
      [
        'returns points in other units',
        (points) => points.map(([x, y, prob]) => [100 * x! + 100, y!, prob!]),
        /no point of a skeleton is within/,
      ],
      ['returns a confidence of a point above 1', (points) => points.map(([x, y]) => [x!, y!, 2]), /returns one record/],
    ] as [string, (points: number[][]) => number[][], RegExp][]
  ).map(([title, change, rule]): [string, ModelDomain, ResponseChange, RegExp] => [
    title,
    'detection',
    changePredictions(
      DETECT_PATH,
      changeEachObject((object) => ({ ...object, ...(object.points && { points: change(object.points) }) })),
    ),
    rule,
  ]),
  [
    'returns boxes as position and size',
    'detection',
    changePredictions(
      DETECT_PATH,
      changeEachObject(({ bound_box: [x1, y1, x2, y2], ...object }) => ({
        ...object,
        bound_box: [x1!, y1!, x2! - x1!, y2! - y1!],
      })),
    ),
    /returns one record/,
  ],
  [
    'returns an odd number of coordinates',
    'segmentation',
    changePredictions(
      SEGMENT_PATH,
      changeEachObject((object) => ({ ...object, polygon: object.polygon!.slice(1) })),
    ),
    /returns one record/,
  ],
  [
    'returns boxes that do not match their polygons',
    'segmentation',
    changePredictions(
      SEGMENT_PATH,
      changeEachObject((object) => ({ ...object, bound_box: [1, 2, 30, 40] })),
    ),
    /bound their polygons/,
  ],
];

/** One violation of each rule, or in the long run all violations. */
const TESTED_VIOLATIONS = VIOLATIONS.filter(
  ([, , , rule], index) =>
    process.env.LONG || VIOLATIONS.findIndex(([, , , otherRule]) => String(otherRule) === String(rule)) === index,
);

describe('a server violates a rule if it', () => {
  it.each(TESTED_VIOLATIONS)('%s (%s)', async (_, domain, changeResponse, rule) => {
    const findings = await withProxy(changeResponse, (url) => checkConformance(url, { domains: [domain] }));
    expect(formatFindings(findings, 'violated')).toContainEqual(expect.stringMatching(rule));
  });

  it('does not respond in time', async () => {
    const findings = await withProxy(
      (call, response) => (call.includes('classify') ? 'nothing' : response),
      (url) => checkConformance(url, { domains: ['recognition'], timeoutMs: 400 }),
    );
    expect(formatFindings(findings, 'violated')).toContainEqual(expect.stringMatching(/classify.*no response within 0.4 s/));
  });

  it('returns unstable descriptors, returns descriptors of unreadable images, or runs flows for one image only', async () => {
    let count = 0;
    const findings = await withProxy(
      (call, response) => {
        if (call.endsWith('/process')) return createJsonResponse(200, { records: [{}] });
        if (!call.endsWith('/descriptor')) return response;
        const { records } = JSON.parse(response.body.toString()) as { records: unknown[] };
        return createJsonResponse(200, { records: records.map(() => ({ descriptor: [(count += 1), 0] })) });
      },
      (url) => checkConformance(url),
    );
    expect(formatFindings(findings, 'violated')).toEqual([
      expect.stringContaining('descriptor: returns descriptors of equal length'),
      expect.stringContaining('descriptor: reports an unreadable image'),
      expect.stringContaining('process: returns one record per image'),
    ]);
  });
});
