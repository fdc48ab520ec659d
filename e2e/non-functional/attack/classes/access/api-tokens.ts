import { SCOPE_PERMISSIONS, TokenScope } from '@console/shared-contract/api';
import { addMember, createWorkspace, removeMember } from '../../../../../server/src/domain/account/workspaces';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { getOutcome, getSpec, sendSample, withWorkspace } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type AttackContext, type Attempt, type Tenant } from '../../harness/attack-class';

const TOKENS_PATH = '/account/v2/api-token/';
const WRITES_DURING_DELETION = 200;

/** Programs use API tokens beyond their scopes, workspace and lifetime, and try to obtain more lasting access. */
export const apiTokens: AttackClass = {
  name: 'api-tokens',
  run: async (context) => {
    const tenant = await context.createTenant();
    const attempts: Attempt[] = [];
    for (const scope of TokenScope.options) attempts.push(...(await exceedScope(context, tenant, scope)));
    attempts.push(...(await leaveWorkspace(context, tenant)));
    attempts.push(...(await forgeTokens(context, tenant)));
    attempts.push(...(await sendWithTokensWithoutAccess(context, tenant)));
    return attempts;
  },
};

async function createToken({ client }: Tenant, body: object) {
  const response = await client.post(TOKENS_PATH, { name: 'Attack', ...body });
  return response.body as { id: string; token: string };
}
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;

/** Sends every call that the scope excludes, and every call that manages credentials. */
async function exceedScope({ origin }: AttackContext, tenant: Tenant, scope: TokenScope): Promise<Attempt[]> {
  const { token } = await createToken(tenant, { scopes: [scope] });
  const client = new TestClient(origin, `Token ${token}`);
  const samples = createCallSamples(tenant.sampleRows);
  const attempts: Attempt[] = [];
  for (const key of Object.keys(samples) as SampledCall[]) {
    const { session, secret, permission = 'view' } = getSpec(key);
    const isAllowed =
      !session && (permission === null ? key.startsWith('GET ') && !secret : SCOPE_PERMISSIONS[scope].includes(permission));
    if (isAllowed) continue;
    for (const sample of samples[key]) {
      const response = await sendSample(client, key, sample);
      attempts.push(createAttempt(`${scope}: ${key}`, getOutcome(response).status === 403, formatResponse(response)));
    }
  }
  return attempts;
}

/** Uses a token of one workspace in another workspace of the same user. */
async function leaveWorkspace({ origin, db }: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const otherWorkspace = await createWorkspace(db, { name: 'Other', services: [], ownerId: tenant.userId });
  await addMember(db, otherWorkspace, tenant.userId);
  const { token } = await createToken(tenant, { scopes: TokenScope.options, only_workspace: otherWorkspace });
  const client = new TestClient(origin, `Token ${token}`);
  const samples = createCallSamples(tenant.sampleRows);
  const attempts: Attempt[] = [];
  for (const key of (Object.keys(samples) as SampledCall[]).filter((sampledCall) => getSpec(sampledCall).permission !== null)) {
    for (const sample of samples[key]) {
      const response = await sendSample(client, key, withWorkspace(key, sample, tenant.workspaceId));
      const { status } = getOutcome(response);
      const isSafe = status === 404 || status === 403 || (status < 300 && !response.text.includes(tenant.workspaceId));
      attempts.push(createAttempt(`${key} in the other workspace`, isSafe, formatResponse(response)));
    }
  }
  const listResponse = await client.get('/account/v2/workspace/');
  attempts.push(
    createAttempt('the list of workspaces', !listResponse.text.includes(tenant.workspaceId), formatResponse(listResponse)),
  );
  return attempts;
}

/** Sends parts and variants of a token, and the value that the database stores for it. */
async function forgeTokens({ origin, db }: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const { id, token } = await createToken(tenant, { scopes: ['read'] });
  const { hash } = await db.selectFrom('api_token').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
  const tokenVariants = {
    'in upper case': token.toUpperCase(),
    truncated: token.slice(0, -1),
    longer: `${token}0`,
    'without prefix': token.slice(8),
    'the stored hash': hash.toString('hex'),
    'the stored hash with prefix': `console_${hash.toString('hex').slice(0, 48)}`,
    'the id': id,
    SQL: `console_' or true --`,
  };
  const attempts: Attempt[] = [];
  for (const [name, variant] of Object.entries(tokenVariants))
    for (const scheme of ['Token', 'Bearer', 'JWT', 'Basic']) {
      const response = await new TestClient(origin, `${scheme} ${variant}`).get('/account/v2/details/');
      attempts.push(createAttempt(`${scheme} ${name}`, response.status === 401, formatResponse(response)));
    }
  return attempts;
}

/** Uses a token during and after its deletion, and another token after the user has left the workspace. */
async function sendWithTokensWithoutAccess({ origin, db }: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const { id, token } = await createToken(tenant, { scopes: ['read', 'write'] });
  const client = new TestClient(origin, `Token ${token}`);
  const createLabelWithToken = (writeNumber: number) =>
    client.post('/recognition/v2/label/', { name: `Label ${writeNumber}`, workspace: tenant.workspaceId });
  const writes = Array.from({ length: WRITES_DURING_DELETION }, (_, writeNumber) => createLabelWithToken(writeNumber));
  const deletion = await tenant.client.delete(`${TOKENS_PATH}${id}`);
  attempts.push(createAttempt('the deletion', deletion.status === 204, formatResponse(deletion)));
  const responseAfterDeletion = await createLabelWithToken(WRITES_DURING_DELETION);
  attempts.push(
    createAttempt('a write after the deletion', responseAfterDeletion.status === 401, formatResponse(responseAfterDeletion)),
  );
  for (const response of await Promise.all(writes))
    attempts.push(createAttempt('a write during the deletion', [201, 401].includes(response.status), formatResponse(response)));
  const remainingToken = await createToken(tenant, { scopes: ['read', 'write'] });
  await removeMember(db, tenant.workspaceId, tenant.userId);
  const responseAfterLeaving = await new TestClient(origin, `Token ${remainingToken.token}`).get('/recognition/v2/label/', {
    workspace: tenant.workspaceId,
  });
  attempts.push(
    createAttempt(
      'a read after leaving the workspace',
      responseAfterLeaving.status === 404,
      formatResponse(responseAfterLeaving),
    ),
  );
  return attempts;
}
