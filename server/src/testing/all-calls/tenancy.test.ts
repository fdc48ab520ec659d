import type { ApiCallKey } from '@console/shared-contract/api';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import { listIdFields, createIntrusions } from '../samples/intrusions';
import type { CallSample } from '../samples/sample-factories';
import { TestClient } from '../api/client';
import { listFields } from '../samples/schema-fields';
import { hasPathId, withWorkspace, getOutcome, sendSample, withValue } from '../samples/send-sample';
import { setUpTestServer } from '../api/test-server';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { splitKey } from '../../platform/http/route/route';

jest.setTimeout(120_000);

/**
 * A second tenant with every service sends all calls of the route table with ids of the first tenant. The type system
 * requires samples of all calls, and the schemas provide the id fields. Routes outside the contract are listed below.
 * A new call, field or route without coverage therefore fails this test.
 */
/**
 * Routes outside the contract. Files and crops need no session, because an <img> sends no token. Their URL grants access, because it
 * contains a random token of at least 122 bits. The URL of the interactive segmentation model contains the hash of its decoder file, which
 * the operator has configured. URLs of exports and of training data are signed and expire. A URL of training data also expires with the
 * training. Routes of imports require a session and have their own test. The probes only report whether the server works.
 */
const ROUTES_OUTSIDE_CONTRACT = [
  'GET /api/exports/:token',
  'GET /api/files/:key',
  'GET /api/files/interactive-model/:name',
  'GET /api/files/objects/:token',
  'GET /api/files/regions/:key/:region',
  'GET /api/imports/:id/report.csv',
  'GET /api/openapi.json',
  'GET /api/training-data/:domain/:model',
  'GET /healthz',
  'GET /readyz',
  'HEAD /api/files/:key',
  'HEAD /api/files/interactive-model/:name',
  'HEAD /api/files/objects/:token',
  'HEAD /api/files/regions/:key/:region',
  'HEAD /api/openapi.json',
  'HEAD /api/training-data/:domain/:model',
  'HEAD /healthz',
  'HEAD /readyz',
  'PUT /api/imports/:id/files/:file',
];
const REQUIRES_QUERY: ApiCallKey[] = [
  'GET /history/v2/change/',
  'GET /history/v2/statistics/',
  'GET /history/v2/statistics/forecast/',
  'GET /history/v2/image-shapes/',
  'GET /history/v2/comparison/',
  'GET /history/v2/comparison/image/',
  'GET /history/v2/provenance/',
  'GET /annotate/v2/imagejob/{id}/layer',
  'GET /annotate/v2/imagejob/{id}/layers',
  'GET /annotate/v2/rule-violation/',
  'GET /annotate/v2/gold-sample/',
  'GET /annotate/v2/labelled-shape/',
  'GET /annotate/v2/quality-report/',
  'GET /annotate/v2/quality-report/item/',
  'GET /annotate/v2/quality-report/comparison',
  'GET /annotate/v2/model-comparison/',
  'GET /annotate/v2/learning-curve/',
  'GET /annotate/v2/training-rule/',
  // A stream without a query stays open, so the request would not end.
  'GET /live/v2/stream',
];
/** Ids that are free text in the schema: the keys of a labelling flow's `cases`. */
const FREE_TEXT_IDS: Partial<Record<ApiCallKey, string[][]>> = {
  'POST /flows/v2/flow/': [['json_data', 'actions', '*', 'cases']],
  'PUT /flows/v2/flow/{id}': [['json_data', 'actions', '*', 'cases']],
};

const server = setUpTestServer();
let intruder: TestClient;
let intruderRows: SampleRows;
let victimRows: SampleRows;
beforeAll(async () => {
  const [victimTenant, intruderTenant] = [await server.createTenant(), await server.createTenant()];
  intruder = intruderTenant.client;
  victimRows = await createSampleRows(server.app, victimTenant.client);
  intruderRows = await createSampleRows(server.app, intruderTenant.client);
});

/** Lists the registered API calls that have samples (valid requests). */
const listSampledCalls = () => [...server.app.registeredCalls].filter(isSampledCall);

/** Every id of the first tenant, including ids that appear only in responses. */
const listVictimIds = () =>
  Object.entries(victimRows)
    .filter(([name]) => !['picture', 'mask', 'joinSecret'].includes(name))
    .map(([, id]) => id)
    .filter((id) => typeof id === 'string');

/** Returns one sample in `npm test`, because all samples of a call share the check, and all in the long run. */
const selectSamples = (samples: CallSample[]) => (process.env.LONG ? samples : samples.slice(0, 1));

async function expectUnknown(key: SampledCall, sample: CallSample, fieldName: string): Promise<void> {
  const response = await sendSample(intruder, key, sample);
  expect([key, fieldName, getOutcome(response), response.text.slice(0, 200)]).toEqual([
    key,
    fieldName,
    { status: 404, detail: expect.any(String) },
    expect.stringContaining('detail'),
  ]);
}

it('the tenancy test covers every registered route', () => {
  const contractRoutes = new Set(
    [...server.app.registeredCalls].flatMap((key) => {
      const [method, path] = splitKey(key);
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`];
    }),
  );
  expect([...server.app.routeTable].filter((route) => !contractRoutes.has(route)).sort()).toEqual(
    [...ROUTES_OUTSIDE_CONTRACT].sort(),
  );
  expect(listSampledCalls().filter((key) => !getCallSamples(intruderRows, key))).toEqual([]);
});

it('has a sample for every field that takes an id', () => {
  const fieldsWithoutSample = listSampledCalls().flatMap((key) =>
    listIdFields(key)
      .filter((field) => createIntrusions(key, field, intruderRows, victimRows).length === 0)
      .map((field) => `${key} ${field.part} ${field.path.join('.')}`),
  );
  expect(fieldsWithoutSample).toEqual([]);
});

it('returns the intruder its own rows and no id of the other tenant', async () => {
  for (const key of listSampledCalls().filter((call) => call.startsWith('GET '))) {
    const samples = selectSamples(getCallSamples(intruderRows, key));
    for (const sample of REQUIRES_QUERY.includes(key) ? samples : [...samples, { id: samples[0]?.id }]) {
      const response = await sendSample(intruder, key, sample);
      expect([key, response.status, listVictimIds().filter((id) => response.text.includes(id))]).toEqual([key, 200, []]);
    }
  }
});

it('returns 404 for rows of the first tenant by id in the path', async () => {
  for (const [index, key] of listSampledCalls().filter(hasPathId).entries()) {
    const ownSample = getCallSamples(intruderRows, key)[0] ?? {};
    const { id } = getCallSamples(victimRows, key)[0] ?? {};
    const sampleInOwnWorkspace = withWorkspace(key, { ...ownSample, id }, intruderRows.workspace);
    await expectUnknown(key, sampleInOwnWorkspace, 'path, in the own workspace');
    if (process.env.LONG) await expectUnknown(key, { ...ownSample, id }, 'path');
    // Fastify sends HEAD to the handler of GET, so a tenth of the calls is enough.
    if (key.startsWith('GET ') && (process.env.LONG || index % 10 === 0)) {
      const headResponse = await fetch(`${server.origin}/api${splitKey(key)[1].replace('{id}', String(id))}`, {
        method: 'HEAD',
        headers: { authorization: intruder.authorization ?? '' },
      });
      expect([key, headResponse.status]).toEqual([key, 404]);
    }
  }
});

it('returns 404 for ids of the first tenant anywhere in the query or body', async () => {
  for (const key of listSampledCalls()) {
    for (const field of listIdFields(key)) {
      for (const sample of selectSamples(createIntrusions(key, field, intruderRows, victimRows)))
        await expectUnknown(key, sample, `${field.part} ${field.path.join('.')}`);
    }
    for (const path of FREE_TEXT_IDS[key] ?? []) {
      const sample = getCallSamples(intruderRows, key)[0] ?? {};
      await expectUnknown(key, withValue(sample, { part: 'body', path: [...path, victimRows.label] }, []), path.join('.'));
    }
  }
});

it('returns 404 for the workspace of the first tenant in every `workspace` field', async () => {
  for (const key of listSampledCalls()) {
    for (const { part } of listFields(key).filter(({ path }) => path.join('.') === 'workspace')) {
      for (const sample of selectSamples(getCallSamples(intruderRows, key))) {
        await expectUnknown(key, withValue(sample, { part, path: ['workspace'] }, victimRows.workspace), `${part} workspace`);
      }
    }
  }
});

it('serves a file by its URL token and never by the id of a row', async () => {
  const anonymous = new TestClient(server.origin, null);
  const ids = process.env.LONG ? listVictimIds() : [victimRows.image, victimRows.object, victimRows.polygon, victimRows.export];
  for (const id of ids) {
    for (const path of [`/files/${id}`, `/files/objects/${id}`]) {
      expect([path, (await intruder.get(path)).status]).toEqual([path, 404]);
    }
  }
  const { thumb_token } = await server.db
    .selectFrom('detection_object')
    .select('thumb_token')
    .where('id', '=', victimRows.object)
    .executeTakeFirstOrThrow();
  expect((await anonymous.get(`/files/objects/${thumb_token}`)).status).toBe(302);
  expect((await intruder.get('/openapi.json')).text.includes(victimRows.workspace)).toBe(false);
});
