import { randomUUID } from 'node:crypto';
import { AssignableRole, hasPermission, type Role } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createUser } from '../../../../../server/src/domain/account/users';
import { addMember, createWorkspace, setRole } from '../../../../../server/src/domain/account/workspaces';
import { splitKey } from '../../../../../server/src/platform/http/route/route';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import {
  getOutcome,
  getSpec,
  sendSample,
  toSamplePath,
  withWorkspace,
} from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type AttackContext, type Attempt, type Tenant } from '../../harness/attack-class';

interface Intruder {
  id: string;
  client: TestClient;
  /** A workspace that the intruder owns. */
  ownWorkspaceId: string;
}

/** Members send calls that their role does not allow, in every way that might bypass the check, and try to raise their role. */
export const roles: AttackClass = {
  name: 'roles',
  run: async (context) => {
    const tenant = await context.createTenant();
    const attempts: Attempt[] = [];
    for (const role of AssignableRole.options.filter((option) => option !== 'manager')) {
      const intruder = await createIntruder(context, tenant, role);
      attempts.push(...(await sendRefusedCalls(context, tenant, intruder, role)));
      attempts.push(...(await tryRaiseOwnRole(context, tenant, intruder, role)));
    }
    attempts.push(...(await replayAsManager(context, await context.createTenant())));
    return attempts;
  },
};

async function createIntruder({ db, origin }: AttackContext, { workspaceId }: Tenant, role: AssignableRole): Promise<Intruder> {
  const { id, api_token } = await createUser(db, { email: `${randomUUID()}@attack.example`, password: randomUUID() });
  await addMember(db, workspaceId, id, role);
  const ownWorkspaceId = await createWorkspace(db, { name: 'Own', services: ['annotate', 'recognition'], ownerId: id });
  await addMember(db, ownWorkspaceId, id);
  return { id, client: new TestClient(origin, `Token ${api_token}`), ownWorkspaceId };
}

const isRefused = (response: TestResponse) => [403, 404].includes(getOutcome(response).status);

/**
 * Sends each call that the role does not allow: directly, with additional headers, with another HTTP method, and with the id of the
 * intruder's own workspace.
 */
async function sendRefusedCalls(
  { db }: AttackContext,
  { sampleRows, workspaceId }: Tenant,
  { id, client, ownWorkspaceId }: Intruder,
  role: Role,
): Promise<Attempt[]> {
  const samples = createCallSamples(sampleRows);
  const keys = (Object.keys(samples) as SampledCall[]).filter((key) => !hasPermission(role, getSpec(key).permission ?? 'view'));
  const attempts: Attempt[] = [];
  for (const key of keys) {
    const [method] = splitKey(key);
    for (const sample of samples[key]) {
      const path = toSamplePath(key, sample);
      const variants: [string, Promise<TestResponse>][] = [
        ['', sendSample(client, key, sample)],
        ['with a key', sendSample(client, key, sample, { 'idempotency-key': randomUUID() })],
        ['with a change set', sendSample(client, key, sample, { 'change-set': randomUUID() })],
        ['by another method', client.post(path, sample.body ?? {}, { headers: { 'x-http-method-override': method } })],
      ];
      for (const [variant, request] of variants) {
        const response = await request;
        // The server must ignore the header `x-http-method-override`. If the path also has a POST call, the body is invalid for it.
        const isInvalidPost = variant === 'by another method' && response.status === 400;
        const isSafe = isRefused(response) || isInvalidPost;
        attempts.push(createAttempt(`${role} ${key} ${variant}`, isSafe, `${response.status} ${response.text.slice(0, 200)}`));
      }
      // In the intruder's own workspace, lists and creations are allowed.
      const { status } = await sendSample(client, key, withWorkspace(key, sample, ownWorkspaceId));
      attempts.push(createAttempt(`${role} ${key} in the own workspace`, status < 500, String(status)));
    }
  }
  const changes = await db
    .selectFrom('change_set')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute();
  attempts.push(createAttempt(`${role}: nothing was changed`, changes.length === 0, JSON.stringify(changes)));
  return attempts;
}

/** Tries to get a higher role through the calls that manage members, through undo, and through extra fields in other calls. */
async function tryRaiseOwnRole(
  { db }: AttackContext,
  { client: owner, userId: ownerId, workspaceId, sampleRows }: Tenant,
  { id, client }: Intruder,
  role: AssignableRole,
): Promise<Attempt[]> {
  const workspacePath = `/account/v2/workspace/${workspaceId}`;
  const memberPath = `${workspacePath}/member/${id}/`;
  await owner.patch(memberPath, { role: role === 'viewer' ? 'annotator' : 'viewer' });
  await owner.patch(memberPath, { role });
  const changeSets = await db
    .selectFrom('change_set')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`'membership' = any(relations)`)
    .execute();
  const membershipReference = { kind: 'membership', subject: workspaceId, row: id };
  const responses: Record<string, Promise<TestResponse>> = {
    'own role': client.patch(memberPath, { role: 'manager' }),
    'role owner': client.patch(memberPath, { role: 'owner' }),
    'owner as viewer': client.patch(`${workspacePath}/member/${ownerId}/`, { role: 'viewer' }),
    'removal of the owner': client.delete(`${workspacePath}/member/${ownerId}/`),
    'removal of a member': client.delete(`${workspacePath}/member/${sampleRows.member}/`),
    'transfer to oneself': client.post(`${workspacePath}/transfer-ownership`, { user_id: id }),
    settings: client.patch(`${workspacePath}/`, { owner: id, owner_id: id, role: 'owner', name: 'Taken' }),
    'creation with the id': client.post('/account/v2/workspace/', { id: workspaceId, name: randomUUID(), owner: id }),
    'restore of a version': client.post('/history/v2/restore-version', {
      workspace: workspaceId,
      ...membershipReference,
      change: 0,
      overwrite: true,
    }),
  };
  for (const changeSet of changeSets)
    responses[`undo of set ${changeSet.id}`] = client.post('/history/v2/undo', {
      workspace: workspaceId,
      change_set: Number(changeSet.id),
      overwrite: true,
    });
  await Promise.all(Object.values(responses));
  const currentMembership = await db
    .selectFrom('membership')
    .select(['role'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .executeTakeFirst();
  const storedWorkspace = await db
    .selectFrom('workspace')
    .select(['owner_id', 'name'])
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  const isUnchanged =
    currentMembership?.role === role && storedWorkspace?.owner_id === ownerId && storedWorkspace.name !== 'Taken';
  return [
    ...(await Promise.all(
      Object.entries(responses).map(async ([name, response]) => {
        const { status, text } = await response;
        const isSafe = status < 500 && (status >= 400 || name === 'creation with the id');
        return createAttempt(`${role}: ${name}`, isSafe, `${status} ${text.slice(0, 200)}`);
      }),
    )),
    createAttempt(
      `${role}: role and owner are unchanged`,
      isUnchanged,
      JSON.stringify({ current: currentMembership, stored: storedWorkspace }),
    ),
  ];
}

/** Sends requests of a manager with idempotency keys while the role is reduced to viewer, and repeats all requests afterwards. */
async function replayAsManager(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const { id, client } = await createIntruder(context, tenant, 'manager');
  const samples = createCallSamples(tenant.sampleRows);
  const keys = (Object.keys(samples) as SampledCall[]).filter(
    (key) => !key.startsWith('GET ') && !hasPermission('viewer', getSpec(key).permission ?? 'view'),
  );
  const sendAllCalls = (key: SampledCall) =>
    samples[key].map((sample, index) => sendSample(client, key, sample, { 'idempotency-key': `${key} ${index}` }));
  for (const key of keys) await Promise.all(sendAllCalls(key));
  // These requests run while the role is changed. Each must be either complete or refused.
  const requestsDuringRoleChange = keys.flatMap((key) => samples[key].map((sample) => sendSample(client, key, sample)));
  await setRole(context.db, tenant.workspaceId, id, 'viewer');
  const attempts: Attempt[] = [];
  for (const key of keys)
    for (const response of await Promise.all(sendAllCalls(key)))
      attempts.push(
        createAttempt(`${key} again as a viewer`, isRefused(response), `${response.status} ${response.text.slice(0, 200)}`),
      );
  for (const { status, text } of await Promise.all(requestsDuringRoleChange))
    attempts.push(createAttempt('a write during the change of the role', status < 500, `${status} ${text.slice(0, 200)}`));
  return attempts;
}
