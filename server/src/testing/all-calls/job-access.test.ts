import { apiCalls, hasPermission, type ApiCallKey } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createTestMember } from '../api/members';
import { setUpTestServer } from '../api/test-server';
import { expectBody, type TestClient } from '../api/client';
import { hashTables } from '../database/hash-tables';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import { createIntrusions, listIdFields } from '../samples/intrusions';
import type { CallSample } from '../samples/sample-factories';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getSpec, getOutcome, getValue, hasPathId, sendSample } from '../samples/send-sample';
import { JOB_ACCESS_SCHEMA } from '../../platform/database/tables/limited-tables';

jest.setTimeout(60_000);

/**
 * An annotator who is limited to their jobs sends all calls with ids of rows outside of these jobs, in the same workspace. The samples and
 * their id fields cover all calls, so a new call that shows such rows fails this test.
 */
const SAMPLED_CALLS = (Object.keys(apiCalls) as ApiCallKey[])
  .filter(isSampledCall)
  .filter((key) => getSpec(key).permission !== null && getSpec(key).auth !== false);
const ANNOTATOR_CALLS = SAMPLED_CALLS.filter((key) => hasPermission('annotator', getSpec(key).permission ?? 'view'));
const ONLY_OWN_JOBS = { status: 403, detail: 'In this workspace, annotators only have access to what their jobs contain.' };
/** Sample rows that are hidden from the annotator, because they belong to images, groups or jobs. */
const HIDDEN_ROW_NAMES = [
  'image',
  'secondImage',
  'object',
  'polygon',
  'maskShape',
  'point',
  'skeleton',
  'group',
  'secondGroup',
  'imageJob',
  'similarityJob',
  'verification',
  'groupVerification',
  'disputedJob',
  'disputedImage',
  'remark',
  'blindJob',
  'layer',
  'suspect',
  'doneImport',
  'work',
  'thread',
  'comment',
] as const;

const server = setUpTestServer();
let owner: TestClient;
let annotator: TestClient;
let visibleRows: SampleRows;
let hiddenRows: SampleRows;
let hiddenIds: string[];
beforeAll(async () => {
  const { client, workspaceId } = await server.createTenant();
  owner = client;
  const member = await createTestMember(server, workspaceId, 'annotator');
  annotator = member.client;
  visibleRows = await createSampleRows(server.app, owner);
  hiddenRows = await createSampleRows(server.app, owner);
  for (const [rows, assignee] of [
    [visibleRows, member.id],
    [hiddenRows, visibleRows.user],
  ] as const)
    for (const [kind, id] of [
      ['imagejob', rows.imageJob],
      ['imagejob', rows.blindJob],
      ['similarityjob', rows.similarityJob],
    ])
      expectBody(await owner.put(`/annotate/v2/${kind}/${id}`, { assignees: [assignee] }));
  // A job without assignees is for all annotators.
  for (const { disputedJob } of [visibleRows, hiddenRows])
    expectBody(await owner.put(`/annotate/v2/imagejob/${disputedJob}`, { todo_number: 1, assignees: [visibleRows.user] }));
  // The item of the independent job is reserved for the owner, who received it first. Give it to the annotator.
  await server.db.deleteFrom('item_work').where('job_id', '=', visibleRows.blindJob).execute();
  expectBody(await annotator.get(`/annotate/v2/imagejob/${visibleRows.blindJob}/get-batch/`));
  expectBody(await owner.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
  hiddenIds = [...HIDDEN_ROW_NAMES.map((name) => hiddenRows[name]), visibleRows.secondImage];
});

/** Returns one sample in `npm test`, because all samples of a call share the check, and all in the long run. */
const selectSamples = (samples: CallSample[]) => (process.env.LONG ? samples : samples.slice(0, 1));
const listHiddenIds = (text: string) => hiddenIds.filter((id) => text.includes(id));

it('returns nothing outside of the jobs, and refuses calls that cover the complete workspace', async () => {
  for (const key of ANNOTATOR_CALLS.filter((call) => call.startsWith('GET ') || getSpec(call).coversWorkspace)) {
    const samples = selectSamples(getCallSamples(visibleRows, key));
    // A stream without a query stays open, so the request would not end.
    const mayOmitQuery = !getSpec(key).coversWorkspace && !getSpec(key).events;
    // The report about all members is refused by the settings of the workspace, not because of the jobs.
    const expectedStatuses = key === 'GET /annotate/v2/quality-report/' ? [200, 400, 403] : [200, 400];
    // The layer in the sample (a user's own work on an item) belongs to the owner.
    if (key === 'GET /annotate/v2/layer/{id}/versions') expectedStatuses.push(404);
    for (const sample of mayOmitQuery ? [...samples, { id: samples[0]?.id }] : samples) {
      const response = await sendSample(annotator, key, sample);
      if (getSpec(key).coversWorkspace) expect([key, getOutcome(response)]).toEqual([key, ONLY_OWN_JOBS]);
      else expect([key, expectedStatuses.includes(response.status), listHiddenIds(response.text)]).toEqual([key, true, []]);
    }
  }
});

it('refuses ids outside of the jobs in every path, query and body', async () => {
  const attempts: [SampledCall, string, CallSample][] = [];
  for (const key of ANNOTATOR_CALLS) {
    const [ownSample, foreignSample] = [getCallSamples(visibleRows, key)[0] ?? {}, getCallSamples(hiddenRows, key)[0] ?? {}];
    if (hasPathId(key) && hiddenIds.includes(String(foreignSample.id)))
      attempts.push([key, 'path', { ...ownSample, id: foreignSample.id }]);
    for (const field of listIdFields(key))
      attempts.push(
        ...selectSamples(
          createIntrusions(key, field, visibleRows, hiddenRows).filter((sample) =>
            hiddenIds.includes(String([getValue(sample, field)].flat().at(-1))),
          ),
        ).map((sample): (typeof attempts)[number] => [key, `${field.part} ${field.path.join('.')}`, sample]),
      );
  }
  const hashesBefore = await hashTables(server.db);
  const acceptedCalls = [];
  for (const [key, name, sample] of attempts) {
    const { status, detail } = getOutcome(await sendSample(annotator, key, sample));
    const isRefused = status === 404 || (getSpec(key).coversWorkspace && detail === ONLY_OWN_JOBS.detail);
    if (!isRefused) acceptedCalls.push([key, name, status, detail]);
  }
  expect(acceptedCalls).toEqual([]);
  expect(await hashTables(server.db)).toEqual(hashesBefore);
  expect(attempts.length).toBeGreaterThan(90);
});

it('counts and lists only images, objects, groups and jobs of the annotator', async () => {
  const readList = async (client: TestClient, path: string) =>
    expectBody<{ count: number; results: { id: string }[] }>(await client.get(path));
  for (const [path, ids] of [
    ['/recognition/v2/training-image/', [visibleRows.image]],
    ['/recognition/v2/training-image/?sort=name', [visibleRows.image]],
    ['/detection/v2/object/', [visibleRows.object]],
    ['/similarity/training/v2/group/', [visibleRows.group, visibleRows.secondGroup]],
    ['/annotate/v2/imagejob/', [visibleRows.imageJob, visibleRows.blindJob]],
    ['/annotate/v2/similarityjob/', [visibleRows.similarityJob]],
  ] as const) {
    const { count, results } = await readList(annotator, path);
    expect([path, count, results.map(({ id }) => id).sort()]).toEqual([path, ids.length, [...ids].sort()]);
    expect([path, (await readList(owner, path)).count > count]).toEqual([path, true]);
  }
});

it('lets the annotator work on the images of the jobs', async () => {
  const image = visibleRows.image;
  const object = { image, detection_label: visibleRows.detectionLabel, data: [2, 2, 20, 20] };
  const { id } = expectBody<{ id: string }>(await annotator.post('/detection/v2/object/', object), 201);
  expectBody(await annotator.put(`/detection/v2/object/${id}/`, { ...object, data: [3, 3, 20, 20] }));
  expect(expectBody<{ count: number }>(await annotator.get('/detection/v2/object/')).count).toBe(2);
  expectBody(await annotator.post(`/detection/v2/object/${id}/add-label`, { label_id: visibleRows.label }));
  expectBody(await annotator.post('/annotate/v2/point/', { image, name: 'Tip', data: [5, 5] }), 201);
  expectBody(await annotator.post('/recognition/v2/training-image/update', { images: [image], 'mark-test': true }));
  expectBody(await annotator.post(`/annotate/v2/imagejob/${visibleRows.imageJob}/mark-done`, { items: [image] }));
  expect((await annotator.delete(`/detection/v2/object/${id}`)).status).toBe(204);
  const { rows } = await sql<{ action: string }>`
    select action from change_set where user_id <> ${visibleRows.user} order by id`.execute(server.db);
  expect(rows.map(({ action }) => action)).toEqual([
    'POST /detection/v2/object/',
    'PUT /detection/v2/object/{id}/',
    'POST /detection/v2/object/{id}/add-label',
    'POST /annotate/v2/point/',
    'POST /recognition/v2/training-image/update',
    'POST /annotate/v2/imagejob/{id}/mark-done',
    'DELETE /detection/v2/object/{id}',
  ]);
});

it('the setting takes effect with the next request', async () => {
  const path = `/recognition/v2/training-image/${hiddenRows.image}`;
  expect((await annotator.get(path)).status).toBe(404);
  expectBody(await owner.patch(`/account/v2/workspace/${visibleRows.workspace}/`, { annotator_access: 'workspace' }));
  expect((await annotator.get(path)).status).toBe(200);
  expectBody(await owner.patch(`/account/v2/workspace/${visibleRows.workspace}/`, { annotator_access: 'jobs' }));
  expect((await annotator.get(path)).status).toBe(404);
});

it('access to jobs does not limit other roles', async () => {
  for (const role of ['viewer', 'reviewer', 'manager'] as const) {
    const { client } = await createTestMember(server, visibleRows.workspace, role);
    expect([role, (await client.get(`/recognition/v2/training-image/${hiddenRows.image}`)).status]).toEqual([role, 200]);
  }
});

it('the views have all columns of their tables', async () => {
  const { rows } = await sql`
    select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'public'
      and exists (select from pg_class t where t.oid = to_regclass(${JOB_ACCESS_SCHEMA} || '.' || c.table_name))
      and not exists (select from information_schema.columns v
        where v.table_schema = ${JOB_ACCESS_SCHEMA} and v.table_name = c.table_name and v.column_name = c.column_name)`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});
