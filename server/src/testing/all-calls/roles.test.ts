import { apiCalls, hasPermission, Role, type ApiCallKey, type Permission } from '@console/shared-contract/api';
import { createTestMember } from '../api/members';
import { setUpTestServer } from '../api/test-server';
import type { TestClient } from '../api/client';
import { hashTables } from '../database/hash-tables';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getOutcome, getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/**
 * Sends the first sample of each call as two roles: the role with the most permissions that may not send it, and the role with the fewest
 * permissions that may. Lower roles have fewer permissions and higher roles have more, so their results follow. `npm run soak -- input`
 * sends all samples as each role, in its own workspace.
 */
const SAMPLED_CALLS = (Object.keys(apiCalls) as ApiCallKey[]).filter(isSampledCall);
const ROLES = Role.options;
/** Calls whose samples need a further permission because of their content. */
const PERMISSION_BY_CALL: Partial<Record<SampledCall, Permission>> = {
  'DELETE /account/v2/workspace/{id}/member/{user_id}/': 'members',
  'PUT /comments/v2/thread/{id}': 'review',
  'DELETE /comments/v2/comment/{id}': 'review',
};
const NOT_ALLOWED = { status: 403, detail: 'Your role in the workspace does not allow this.' };

const getPermission = (key: SampledCall) => PERMISSION_BY_CALL[key] ?? getSpec(key).permission ?? 'view';
const isAllowed = (key: SampledCall, role: Role) => hasPermission(role, getPermission(key));
/** Lists the calls that a role may or may not send. In `npm test`, only those whose result differs for the next role. */
const listCalls = (expected: boolean, getNextRole: (index: number) => Role | undefined) =>
  ROLES.flatMap((role, index) =>
    SAMPLED_CALLS.filter((key) => isAllowed(key, role) === expected).flatMap((key) => {
      const nextRole = getNextRole(index);
      const isLast = nextRole === undefined || isAllowed(key, nextRole) !== expected;
      return process.env.LONG || isLast ? [[role, key] as const] : [];
    }),
  );
/** The roles are in descending order of their permissions. */
const REFUSED_CALLS = listCalls(false, (index) => ROLES[index - 1]);
const ACCEPTED_CALLS = listCalls(true, (index) => ROLES[index + 1]);

interface TenantRows {
  owner: TestClient;
  workspaceId: string;
  rows: SampleRows;
}

const server = setUpTestServer();
let roleSetups: Record<Role, { client: TestClient; rows: SampleRows }>;
beforeAll(async () => {
  const sharedTenant = process.env.LONG ? null : await createTenantRows();
  const entries = [];
  for (const role of ROLES) {
    const { owner, workspaceId, rows } = sharedTenant ?? (await createTenantRows());
    const client = role === 'owner' ? owner : (await createTestMember(server, workspaceId, role)).client;
    entries.push([role, { client, rows }] as const);
  }
  roleSetups = Object.fromEntries(entries) as typeof roleSetups;
});

async function createTenantRows(): Promise<TenantRows> {
  const { client: owner, workspaceId } = await server.createTenant();
  return { owner, workspaceId, rows: await createSampleRows(server.app, owner) };
}

async function sendSamples(role: Role, key: SampledCall) {
  const { client, rows } = roleSetups[role];
  const outcomes = [];
  const samples = getCallSamples(rows, key);
  for (const sample of process.env.LONG ? samples : samples.slice(0, 1))
    outcomes.push(getOutcome(await sendSample(client, key, sample)));
  return outcomes;
}

it(`refuses ${REFUSED_CALLS.length} combinations of role and call and changes nothing`, async () => {
  const hashesBefore = await hashTables(server.db);
  for (const [role, key] of REFUSED_CALLS)
    for (const outcome of await sendSamples(role, key)) expect([role, key, outcome]).toEqual([role, key, NOT_ALLOWED]);
  expect(await hashTables(server.db)).toEqual(hashesBefore);
});

it(`accepts ${ACCEPTED_CALLS.length} combinations of role and call`, async () => {
  // Deletions come late, so that the rows still exist for the other calls. The last call makes the owner a manager.
  const getDeletionRank = (key: SampledCall) => (/ownership/.test(key) ? 2 : /^DELETE|bulk$|undo/.test(key) ? 1 : 0);
  let failureCount = 0;
  for (const [role, key] of ACCEPTED_CALLS.toSorted(([, a], [, b]) => getDeletionRank(a) - getDeletionRank(b))) {
    const outcomes = await sendSamples(role, key);
    for (const { status, detail } of outcomes)
      expect([role, key, status, detail]).not.toEqual([role, key, NOT_ALLOWED.status, NOT_ALLOWED.detail]);
    if (outcomes.every(({ status }) => status >= 400)) failureCount += 1;
  }
  // Some calls cannot succeed, such as predictions without a model and deletions of what earlier calls have deleted.
  expect(failureCount / ACCEPTED_CALLS.length).toBeLessThan(0.2);
});
