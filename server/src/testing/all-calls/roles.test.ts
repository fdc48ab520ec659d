import { apiCalls, hasPermission, Role, type ApiCallKey, type Permission } from '@console/shared-contract/api';
import { createTestMember } from '../api/members';
import { createTestServer, type TestServer } from '../api/test-server';
import type { TestClient } from '../api/client';
import { hashTables } from '../database/hash-tables';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getOutcome, getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/** Each role sends the samples of all calls, which the types require, in a workspace of its own. */
const CALLS = (Object.keys(apiCalls) as ApiCallKey[]).filter(isSampledCall);
const ROLES = Role.options;
/** Calls whose samples need more than the call itself, because of their content. */
const CONTENT: Partial<Record<SampledCall, Permission>> = {
  'DELETE /account/v2/workspace/{id}/member/{user_id}/': 'members',
  'PUT /comments/v2/thread/{id}': 'review',
  'DELETE /comments/v2/comment/{id}': 'review',
};
const NOT_ALLOWED = { status: 403, detail: 'Your role in the workspace does not allow this.' };

const getPermission = (key: SampledCall) => CONTENT[key] ?? getSpec(key).permission ?? 'view';
const isAllowed = (key: SampledCall, role: Role) => hasPermission(role, getPermission(key));
const REFUSED = ROLES.flatMap((role) => CALLS.filter((key) => !isAllowed(key, role)).map((key) => [role, key] as const));

let server: TestServer;
let worlds: Record<Role, { client: TestClient; rows: SampleRows }>;
beforeAll(async () => {
  server = await createTestServer();
  const entries = [];
  for (const role of ROLES) {
    const { client, workspaceId } = await server.createTenant();
    const rows = await createSampleRows(server.app, client);
    const member = role === 'owner' ? null : await createTestMember(server, workspaceId, role);
    entries.push([role, { client: member?.client ?? client, rows }] as const);
  }
  worlds = Object.fromEntries(entries) as typeof worlds;
});
afterAll(() => server.close());

async function send(role: Role, key: SampledCall) {
  const { client, rows } = worlds[role];
  const outcomes = [];
  for (const sample of getCallSamples(rows, key)) outcomes.push(getOutcome(await sendSample(client, key, sample)));
  return outcomes;
}

it(`refuses ${REFUSED.length} of ${ROLES.length * CALLS.length} combinations of role and call and changes nothing`, async () => {
  const before = await hashTables(server.db);
  for (const [role, key] of REFUSED)
    for (const outcome of await send(role, key)) expect([role, key, outcome]).toEqual([role, key, NOT_ALLOWED]);
  expect(await hashTables(server.db)).toEqual(before);
});

describe.each(ROLES)('%s', (role) => {
  const isDeletion = (key: SampledCall) => /^DELETE|bulk$|undo|ownership/.test(key);
  const allowed = CALLS.filter((key) => isAllowed(key, role));

  it(`may send ${allowed.length} of ${CALLS.length} calls`, async () => {
    let failures = 0;
    for (const key of [...allowed.filter((each) => !isDeletion(each)), ...allowed.filter(isDeletion)]) {
      const outcomes = await send(role, key);
      for (const { status, detail } of outcomes)
        expect([key, status, detail]).not.toEqual([key, NOT_ALLOWED.status, NOT_ALLOWED.detail]);
      if (outcomes.every(({ status }) => status >= 400)) failures += 1;
    }
    // Some calls cannot succeed, such as predictions without a model and deletions of what earlier calls have deleted.
    expect(failures / allowed.length).toBeLessThan(0.2);
  });
});
