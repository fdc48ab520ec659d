import { apiCalls, SCOPE_PERMISSIONS, TokenScope, type ApiCallKey } from '@console/shared-contract/api';
import { messages } from '../../platform/errors/messages';
import { splitKey } from '../../platform/http/route/route';
import { expectBody, TestClient } from '../api/client';
import { setUpTestServer } from '../api/test-server';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { getOutcome, getSpec, sendSample } from '../samples/send-sample';

jest.setTimeout(180_000);

/**
 * The tests send the samples of calls with an API token of the owner for each scope. All calls share the check of the scope, so `npm test`
 * sends one call for each combination of the properties that determine the result. `npm run soak -- input` sends all calls.
 */
const SAMPLED_CALLS = (Object.keys(apiCalls) as ApiCallKey[]).filter(isSampledCall);
const SCOPES = TokenScope.options;
/** The removal of another member needs the permission `members` in addition to that of the call. */
const MEMBER_REMOVAL: SampledCall = 'DELETE /account/v2/workspace/{id}/member/{user_id}/';

/** Returns why a token with this scope may not send a call; null if it may. */
function getRefusal(key: SampledCall, scope: TokenScope): string | null {
  const { session, secret, permission = 'view' } = getSpec(key);
  if (session) return messages.sessionRequired;
  if (permission === null) return key.startsWith('GET ') && !secret ? null : messages.tokenNotAllowed;
  return SCOPE_PERMISSIONS[scope].includes(permission) ? null : messages.tokenNotAllowed;
}

/** Returns the calls to send: in a long run all, otherwise the first of each method and each combination of properties. */
function selectCalls(calls: SampledCall[]): SampledCall[] {
  if (process.env.LONG) return calls;
  const callsByProperties = new Map<string, SampledCall>();
  for (const key of calls) {
    const { session, secret, permission, coversWorkspace } = getSpec(key);
    const properties = JSON.stringify([splitKey(key)[0], session, secret, permission, coversWorkspace]);
    if (!callsByProperties.has(properties)) callsByProperties.set(properties, key);
  }
  return [...callsByProperties.values()];
}

const REFUSED_CALLS = SCOPES.flatMap((scope) =>
  selectCalls(SAMPLED_CALLS.filter((key) => getRefusal(key, scope) !== null)).map((key) => [scope, key] as const),
);

const server = setUpTestServer();
let owner: TestClient;
let sampleRows: SampleRows;
let clients: Record<TokenScope, TestClient>;
beforeAll(async () => {
  ({ client: owner } = await server.createTenant());
  sampleRows = await createSampleRows(server.app, owner);
  const entries = [];
  for (const scope of SCOPES) {
    const body = { name: scope, scopes: [scope], only_workspace: sampleRows.workspace };
    const { token } = expectBody<{ token: string }>(await owner.post('/account/v2/api-token/', body), 201);
    entries.push([scope, new TestClient(server.origin, `Token ${token}`)] as const);
  }
  clients = Object.fromEntries(entries) as typeof clients;
});

const sendSamples = (scope: TokenScope, key: SampledCall) =>
  Promise.all(getCallSamples(sampleRows, key).map(async (sample) => getOutcome(await sendSample(clients[scope], key, sample))));

it('refuses calls outside of the scope, and changes nothing', async () => {
  const countChanges = async () => (await server.db.selectFrom('change').select('id').execute()).length;
  const changesBefore = await countChanges();
  for (const [scope, key] of REFUSED_CALLS)
    for (const outcome of await sendSamples(scope, key))
      expect([scope, key, outcome]).toEqual([scope, key, { status: 403, detail: getRefusal(key, scope) }]);
  expect(await countChanges()).toBe(changesBefore);
  expect(REFUSED_CALLS.length).toBeGreaterThan(50);
});

it.each(SCOPES)('the scope %s suffices for its calls', async (scope) => {
  const allowedCalls = selectCalls(SAMPLED_CALLS.filter((key) => getRefusal(key, scope) === null && key !== MEMBER_REMOVAL));
  const isDeletion = (key: SampledCall) => /^DELETE|bulk$|undo|ownership/.test(key);
  for (const key of [...allowedCalls.filter((call) => !isDeletion(call)), ...allowedCalls.filter(isDeletion)])
    for (const { status, detail } of await sendSamples(scope, key))
      expect([key, status, detail]).not.toEqual([key, 403, messages.tokenNotAllowed]);
});
