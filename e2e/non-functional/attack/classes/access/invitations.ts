import { randomUUID } from 'node:crypto';
import { createUser } from '../../../../../server/src/domain/account/users';
import { addMember, removeMember } from '../../../../../server/src/domain/account/workspaces';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import { readSecret } from '../../../../../server/src/testing/mail/smtp-server';
import { createAttempt, type AttackClass, type AttackContext, type Attempt, type Tenant } from '../../harness/attack-class';

const INVITATION = '/account/v2/invitation/';
const PARALLEL_ACCEPTS = 20;
const GUESSES = [
  '0',
  'f'.repeat(64),
  'F'.repeat(64),
  '\\x00',
  "' or true --",
  '%',
  'null',
  'x'.repeat(200),
  '00000000-0000-4000-8000-000000000000',
];

/** Users try to join a workspace, or to join it with more rights than they were given. */
export const invitations: AttackClass = {
  name: 'invitations',
  run: async (context) => {
    const tenant = await context.createTenant();
    return [
      ...(await guessLinks(context, tenant)),
      ...(await tryEndedLinks(context, tenant)),
      ...(await acceptInParallel(context, tenant)),
      ...(await raiseRights(context, tenant)),
    ];
  },
};

async function createGuest({ db, origin }: AttackContext) {
  const email = `${randomUUID()}@attack.example`;
  const { id, api_token } = await createUser(db, { email, password: 'a long password' });
  const { body } = await new TestClient(origin, null).post('/account/v2/login/', { email, password: 'a long password' });
  const client = new TestClient(origin, `Bearer ${(body as { access: string }).access}`);
  return { id, email, client, apiToken: api_token };
}

async function invite({ client }: Pick<Tenant, 'client'>, body: object = {}) {
  const response = await client.post(INVITATION, { role: 'viewer', ...body });
  const { id, link } = response.body as { id: string; link: string };
  return { id, token: readSecret(link) };
}
const accept = (client: TestClient, token: string, fields: object = {}) =>
  client.post(`${INVITATION}accept`, { token, ...fields });
const describeResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;
const isRefused = ({ status }: TestResponse) => status >= 400 && status < 500;

function join({ origin }: AttackContext, token: string, fields: object = {}): Promise<TestResponse> {
  const name = randomUUID();
  const account = { email: `${name}@attack.example`, username: name, password: 'a long password' };
  return new TestClient(origin, null).post(`${INVITATION}accept-with-new-account`, { token, ...account, ...fields });
}

async function readRole({ db }: AttackContext, workspaceId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('membership')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Uses guessed values, the invitation's id and its stored hash as invitation tokens. */
async function guessLinks(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const guest = await createGuest(context);
  const { id } = await invite(tenant);
  const storedSecret = await context.db.selectFrom('invitation_secret').select('hash').where('invitation_id', '=', id).execute();
  const hashes = storedSecret.flatMap(({ hash }) => [
    hash.toString('hex'),
    hash.toString('base64'),
    `\\x${hash.toString('hex')}`,
  ]);
  const attempts: Attempt[] = [];
  for (const token of [...GUESSES, id, ...hashes]) {
    for (const [call, response] of Object.entries({
      show: await guest.client.post(`${INVITATION}show`, { token }),
      accept: await accept(guest.client, token),
      join: await join(context, token),
    }))
      attempts.push(createAttempt(`${call} ${token.slice(0, 20)}`, isRefused(response), describeResponse(response)));
  }
  const role = await readRole(context, tenant.workspaceId, guest.id);
  return [...attempts, createAttempt('a guess gives no membership', role === null, String(role))];
}

/** Uses links that were revoked, have expired, were used, or whose creator has left. */
async function tryEndedLinks(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const { db } = context;
  const [guest, manager] = [await createGuest(context), await createGuest(context)];
  await addMember(db, tenant.workspaceId, manager.id, 'manager');
  const workspace = { workspace: tenant.workspaceId };
  const [revokedInvitation, expiredInvitation, usedInvitation, invitationOfFormerMember] = [
    await invite(tenant),
    await invite(tenant),
    await invite(tenant),
    await invite(manager, workspace),
  ];
  await tenant.client.delete(`${INVITATION}${revokedInvitation.id}`);
  await db.updateTable('invitation').set({ expires: new Date() }).where('id', '=', expiredInvitation.id).execute();
  await accept((await createGuest(context)).client, usedInvitation.token);
  await removeMember(db, tenant.workspaceId, manager.id);
  const attempts: Attempt[] = [];
  for (const [name, { token }] of Object.entries({
    revoked: revokedInvitation,
    expired: expiredInvitation,
    used: usedInvitation,
    left: invitationOfFormerMember,
  })) {
    for (const response of [await accept(guest.client, token), await join(context, token)])
      attempts.push(createAttempt(`a link that is ${name}`, response.status === 410, describeResponse(response)));
  }
  const role = await readRole(context, tenant.workspaceId, guest.id);
  return [...attempts, createAttempt('an ended link gives no membership', role === null, String(role))];
}

/** Sends many acceptances of one link at once, with and without accounts. */
async function acceptInParallel(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const guests = await Promise.all(Array.from({ length: PARALLEL_ACCEPTS / 2 }, () => createGuest(context)));
  const countMembers = async () =>
    (await context.db.selectFrom('membership').select('user_id').where('workspace_id', '=', tenant.workspaceId).execute()).length;
  const before = await countMembers();
  const { token } = await invite(tenant);
  const responses = await Promise.all(guests.flatMap(({ client }) => [accept(client, token), join(context, token)]));
  const added = (await countMembers()) - before;
  const errors = responses.filter(({ status }) => status >= 500).map(describeResponse);
  return [
    createAttempt(`${PARALLEL_ACCEPTS} acceptances at once add one member`, added === 1, `${added} were added`),
    createAttempt('no acceptance fails', errors.length === 0, errors.join('; ')),
  ];
}

/** Creates invitations with more rights than the inviter has, and accepts invitations with fields that only the inviter may set. */
async function raiseRights(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const { db } = context;
  const attempts: Attempt[] = [];
  const expectRefusal = async (description: string, request: Promise<TestResponse>) => {
    const response = await request;
    attempts.push(createAttempt(description, isRefused(response), describeResponse(response)));
  };
  const workspace = { workspace: tenant.workspaceId };
  for (const role of ['reviewer', 'annotator', 'viewer'] as const) {
    const member = await createGuest(context);
    await addMember(db, tenant.workspaceId, member.id, role);
    await expectRefusal(`a ${role} invites`, member.client.post(INVITATION, { role: 'viewer', ...workspace }));
  }
  const stranger = await createGuest(context);
  await expectRefusal('a stranger invites', stranger.client.post(INVITATION, { role: 'viewer', ...workspace }));
  for (const role of ['owner', 'OWNER', 'admin', ['manager'], { role: 'manager' }])
    await expectRefusal(`the role ${JSON.stringify(role)}`, tenant.client.post(INVITATION, { role }));
  for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example', 'a b@c.example', '"a"@b.example'])
    await expectRefusal(`the email ${JSON.stringify(email)}`, tenant.client.post(INVITATION, { role: 'viewer', email }));
  const { token } = await invite(tenant);
  const forbiddenFields = { role: 'owner', workspace_id: tenant.workspaceId, owner: true, user_id: tenant.userId };
  await accept(stranger.client, token, forbiddenFields);
  const role = await readRole(context, tenant.workspaceId, stranger.id);
  attempts.push(createAttempt('the role is that of the invitation', role === 'viewer', String(role)));
  const forOther = await invite(tenant, { email: 'somebody@attack.example' });
  await expectRefusal('another email accepts', accept((await createGuest(context)).client, forOther.token));
  await expectRefusal('an account with another email', join(context, forOther.token));
  await expectRefusal('an API token accepts', accept(new TestClient(context.origin, `Token ${stranger.apiToken}`), token));
  return attempts;
}
