import { isSampledCall, PUBLIC_CALLS } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import type { TestResponse, TestClient } from '../api/client';
import type { CallSample } from '../samples/sample-factories';
import { createFieldSelection, listFields, type Field } from '../samples/schema-fields';
import { hasPathId, getOutcome, sendSample, withValue, toSamplePath } from '../samples/send-sample';
import type { TestServer } from '../api/test-server';
import { createServerWithSampleRows, type SampleRows } from '../samples/sample-rows';
import { splitKey } from '../../platform/http/route/route';

/**
 * Sends every call invalid values in each field, and invalid bodies. No response may be 500, every refusal must be JSON
 * with a `detail`, and a 400 must name the invalid field.
 */
const UNKNOWN_ID = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
const createNestedLists = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
/** Placeholder for more brackets than JSON.stringify could write. */
const DEEP_PLACEHOLDER = 'a very deep list';
const NESTED_BRACKETS = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
/** Values for fields of a body: JSON has no other types. */
const INVALID_VALUES: unknown[] = [
  null,
  true,
  7,
  -1,
  1e308,
  0.5,
  '',
  'text',
  UNKNOWN_ID,
  UNKNOWN_ID.toUpperCase(),
  'a\u0000b',
  '\ud800',
  [],
  [null],
  [[]],
  {},
  { id: {} },
  { id: UNKNOWN_ID },
  createNestedLists(100),
  '__proto__',
  '2020-13-45',
  '9'.repeat(40),
];
/** These values are slow to send and parse, so they are only used for top-level fields of a body. */
const HEAVY_VALUES: unknown[] = [
  'x'.repeat(100_000),
  DEEP_PLACEHOLDER,
  { deep: DEEP_PLACEHOLDER },
  Array.from({ length: 10_001 }, () => UNKNOWN_ID),
];
/** Values for query parameters, which are short texts. */
const INVALID_QUERY_VALUES = [
  '',
  'text',
  '-1',
  '0',
  '1e308',
  '9'.repeat(400),
  'NaN',
  'null',
  'a\u0000b',
  '\u0001\u001f',
  UNKNOWN_ID,
  `${UNKNOWN_ID},,x`,
  '%',
  "' or 1=1 --",
  'x'.repeat(5000),
  '2020-13-45',
  '-271821-04-20',
  '9999-12-31T23:59:59Z',
];
const INVALID_PATH_IDS = [
  'x',
  '0',
  '-1',
  '99999999999999999999',
  '%00',
  '%ED%A0%80',
  '%',
  '..',
  UNKNOWN_ID,
  UNKNOWN_ID.toUpperCase(),
  'x'.repeat(400),
  'x'.repeat(2000),
  '[]',
  "'",
];
const INVALID_BODIES = [
  '{',
  '',
  'null',
  '[]',
  '"text"',
  '123',
  '{}',
  '\u0000',
  '{"a":1e999}',
  '[[1,2],',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
];
/** Refusals that concern the complete request, or a label whose range of values an earlier call has changed. */
const ERRORS_WITHOUT_FIELD =
  /^value: must be at (?:most|least) |no trained model|nested too deep|already exists in the workspace|marked and unmarked|has no feedback for you|does not run models|was not uploaded|must have gold items|has nothing that can be drawn/;
const DELETES_ROWS = /^DELETE|merge-groups|remove-/;

let server: TestServer;
let client: TestClient;
let sampleRows: SampleRows;
beforeAll(async () => {
  ({ server, client, sampleRows } = await createServerWithSampleRows());
});
afterAll(() => server.close());

/** Destructive calls come last, so that the rows still exist for the other calls. */
const listBoundCalls = () =>
  [...server.app.registeredCalls]
    .filter(isSampledCall)
    .sort((a, b) => Number(DELETES_ROWS.test(a)) - Number(DELETES_ROWS.test(b)));

function findFault(response: TestResponse, field?: Field): string | null {
  const { text } = response;
  const { status, detail } = getOutcome(response);
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (status < 400) return null;
  if (response.headers['content-type'] !== 'application/json') return `content type ${response.headers['content-type']}`;
  if (typeof detail !== 'string' || detail === '') return `no detail: ${text.slice(0, 200)}`;
  if (!field || status !== 400 || ERRORS_WITHOUT_FIELD.test(detail)) return null;
  const isFieldNamed = field.path.filter((step) => step !== '*').some((step) => detail.includes(step));
  return isFieldNamed ? null : `400 without the name of the field: ${detail.slice(0, 200)}`;
}

function sendInvalid(key: SampledCall, sample: CallSample): Promise<TestResponse> {
  const text = JSON.stringify(sample.body);
  if (!text?.includes(DEEP_PLACEHOLDER)) return sendSample(client, key, sample);
  return client.send(splitKey(key)[0], toSamplePath(key, sample), undefined, {
    rawBody: text.replace(`"${DEEP_PLACEHOLDER}"`, NESTED_BRACKETS),
  });
}

let nextValueIndex = 0;
/**
 * Returns about a twentieth of the values, different values for each field. All combinations take minutes; `npm run soak -- input` sends
 * them.
 */
function sampleValues<T>(values: readonly T[]): readonly T[] {
  if (process.env.LONG) return values;
  nextValueIndex += 1;
  return values.filter((_, index) => (index + nextValueIndex) % Math.min(20, values.length) === 0);
}

const formatValue = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

it(
  'an invalid field value never returns 500, and a 400 names the field',
  async () => {
    const faults = new Set<string>();
    const isSelected = createFieldSelection();
    for (const key of listBoundCalls()) {
      const samples = getCallSamples(sampleRows, key);
      for (const [index, field] of listFields(key)
        .filter(({ part, path }) => isSelected(`${part} ${path.join('.')}`))
        .entries()) {
        // In `npm test`, the fields of a call take turns with its samples.
        for (const sample of process.env.LONG ? samples : samples.slice(index % samples.length).slice(0, 1)) {
          const invalidValues = sampleValues<unknown>(
            field.part === 'query' ? INVALID_QUERY_VALUES : [...INVALID_VALUES, ...(field.path.length === 1 ? HEAVY_VALUES : [])],
          );
          await Promise.all(
            invalidValues.map(async (value) => {
              const fault = findFault(await sendInvalid(key, withValue(sample, field, value)), field);
              if (fault) faults.add(`${key} ${field.part} ${field.path.join('.')} ${formatValue(value)}: ${fault}`);
            }),
          );
        }
      }
    }
    expect([...faults]).toEqual([]);
    // The long run sends every value to each field.
  },
  process.env.LONG ? 1_800_000 : 300_000,
);

it('a too deeply nested object is refused in every field that accepts free JSON', async () => {
  const deepObject = { deep: DEEP_PLACEHOLDER };
  const [task, flow] = [
    { name: 'Some name', training_params: deepObject },
    { flow: sampleRows.flow, records: [deepObject] },
  ];
  for (const [key, body] of [
    ['POST /detection/v2/task/', task],
    ['POST /segmentation/v2/task/', task],
    ['POST /similarity/training/v2/task/', task],
    ['POST /recognition/v2/training-image/', { base64: sampleRows.picture, meta_data: deepObject }],
    ['POST /flows/v2/process', flow],
  ] as const) {
    const { status, body: refusal } = await sendInvalid(key, { body });
    expect([key, status, refusal]).toEqual([
      key,
      400,
      expect.objectContaining({ detail: expect.stringContaining('nested too deep') }),
    ]);
  }
});

it('an invalid id in the path returns 404 or 400', async () => {
  const faults: string[] = [];
  const testedCalls = new Set<string>(listBoundCalls());
  for (const key of listBoundCalls().filter(hasPathId)) {
    for (const id of sampleValues(INVALID_PATH_IDS)) {
      const [method, pattern] = splitKey(key);
      const path = pattern.replace('{id}', id);
      // The id `..` leads to another call, such as the list of all members from a member of a workspace.
      const call = `${method} ${new URL(path, 'http://console.test').pathname}`;
      if (testedCalls.has(call) || testedCalls.has(`${call}/`)) continue;
      const response = await client.send(method, path, getCallSamples(sampleRows, key)[0]?.body);
      const fault = findFault(response);
      if (fault || response.status < 400) faults.push(`${key} ${id}: ${fault ?? response.status}`);
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

it('calls refuse an invalid body', async () => {
  const faults: string[] = [];
  const writes = [...PUBLIC_CALLS, ...listBoundCalls()].filter((call) => !call.startsWith('GET '));
  for (const key of writes.filter((_, index) => process.env.LONG || index % 3 === 0)) {
    const [method, path] = splitKey(key);
    const sample: CallSample = (isSampledCall(key) && getCallSamples(sampleRows, key)[0]) || {};
    await Promise.all(
      sampleValues(INVALID_BODIES).map(async (rawBody) => {
        const fault = findFault(
          await client.send(method, toSamplePath(key, { id: UNKNOWN_ID, ...sample }), undefined, {
            rawBody,
          }),
        );
        if (fault) faults.push(`${key} ${rawBody.slice(0, 40)}: ${fault}`);
      }),
    );
    const invalidJsonResponse = await client.send(method, path.replace('{id}', UNKNOWN_ID), undefined, {
      rawBody: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if (invalidJsonResponse.status !== 415 || findFault(invalidJsonResponse))
      faults.push(`${key} form: ${invalidJsonResponse.status}`);
  }
  expect(faults).toEqual([]);
}, 120_000);

it('calls refuse a body above the limit before reading it', async () => {
  const { uploadBodyLimit } = server.app.deps.config;
  const writes = listBoundCalls().filter((call) => !call.startsWith('GET '));
  for (const key of writes.filter((_, index) => process.env.LONG || index % 4 === 0)) {
    const [method, path] = splitKey(key);
    // The server waits for the announced body, so this client must not use the connection again.
    const headers = { 'content-length': String(uploadBodyLimit + 1) };
    const response = await client.send(method, path.replace('{id}', UNKNOWN_ID), undefined, {
      rawBody: '{}',
      headers,
      hasOwnConnection: true,
    });
    expect([key, response.status, response.body]).toEqual([
      key,
      413,
      expect.objectContaining({ detail: expect.stringContaining('larger than') }),
    ]);
  }
}, 120_000);

it('the calls without a session refuse invalid field values without a 500', async () => {
  const anonymous = server.anonymous;
  for (const value of [...INVALID_VALUES, ...HEAVY_VALUES].filter((_, index) => process.env.LONG || index % 4 === 0)) {
    for (const [path, body] of [
      ['/account/v2/login/', { email: value, password: value }],
      ['/account/v2/login/', { username: 'a', password: value }],
      ['/account/v2/jwt/refresh/', { refresh: value }],
      ['/account/v2/oidc/finish', { query: value }],
      ['/account/v2/invitation/show', { token: value }],
      ['/account/v2/invitation/accept-with-new-account', { token: value, email: value, username: value, password: value }],
      ['/account/v2/password-reset/request', { email: value }],
      ['/account/v2/password-reset/show', { token: value }],
      ['/account/v2/password-reset/', { token: value, password: value }],
    ] as const) {
      expect([path, formatValue(value), findFault(await anonymous.post(path, body))]).toEqual([path, formatValue(value), null]);
    }
  }
});
