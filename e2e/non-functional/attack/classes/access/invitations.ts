import { randomUUID } from 'node:crypto';
import { createUser } from '../../../../../server/src/domain/account/users';
import { addMember, removeMember } from '../../../../../server/src/domain/account/workspaces';
import { TestClient, type TestResponse } from '../../../../../server/src/testing/api/client';
import { readSecret } from '../../../../../server/src/testing/mail/smtp-server';
import { createAttempt, type AttackClass, type AttackContext, type Attempt, type Tenant } from '../../harness/attack-class';

const INVITATIONS_PATH = '/account/v2/invitation/';
const PARALLEL_ACCEPTS = 20;
const GUESSED_TOKENS = [
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
      ...(await tryInvalidatedLinks(context, tenant)),
      ...(await acceptInParallel(context, tenant)),
      ...(await tryPrivilegeEscalation(context, tenant)),
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
  const response = await client.post(INVITATIONS_PATH, { role: 'viewer', ...body });
  const { id, link } = response.body as { id: string; link: string };
  return { id, token: readSecret(link) };
}
const acceptInvitation = (client: TestClient, token: string, fields: object = {}) =>
  client.post(`${INVITATIONS_PATH}accept`, { token, ...fields });
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text.slice(0, 200)}`;
const isRefused = ({ status }: TestResponse) => status >= 400 && status < 500;

function createAccountByInvitation({ origin }: AttackContext, token: string, fields: object = {}): Promise<TestResponse> {
  const name = randomUUID();
  const account = { email: `${name}@attack.example`, username: name, password: 'a long password' };
  return new TestClient(origin, null).post(`${INVITATIONS_PATH}accept-with-new-account`, { token, ...account, ...fields });
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
  for (const token of [...GUESSED_TOKENS, id, ...hashes]) {
    for (const [call, response] of Object.entries({
      show: await guest.client.post(`${INVITATIONS_PATH}show`, { token }),
      accept: await acceptInvitation(guest.client, token),
      join: await createAccountByInvitation(context, token),
    }))
      attempts.push(createAttempt(`${call} ${token.slice(0, 20)}`, isRefused(response), formatResponse(response)));
  }
  const role = await readRole(context, tenant.workspaceId, guest.id);
  return [...attempts, createAttempt('a guess gives no membership', role === null, String(role))];
}

/** Uses links that were revoked, have expired, were used, or whose creator has left. */
async function tryInvalidatedLinks(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
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
  await tenant.client.delete(`${INVITATIONS_PATH}${revokedInvitation.id}`);
  await db.updateTable('invitation').set({ expires: new Date() }).where('id', '=', expiredInvitation.id).execute();
  await acceptInvitation((await createGuest(context)).client, usedInvitation.token);
  await removeMember(db, tenant.workspaceId, manager.id);
  const attempts: Attempt[] = [];
  for (const [name, { token }] of Object.entries({
    revoked: revokedInvitation,
    expired: expiredInvitation,
    used: usedInvitation,
    left: invitationOfFormerMember,
  })) {
    for (const response of [await acceptInvitation(guest.client, token), await createAccountByInvitation(context, token)])
      attempts.push(createAttempt(`a link that is ${name}`, response.status === 410, formatResponse(response)));
  }
  const role = await readRole(context, tenant.workspaceId, guest.id);
  return [...attempts, createAttempt('an ended link gives no membership', role === null, String(role))];
}

/** Sends many acceptances of one link at once, with and without accounts. */
async function acceptInParallel(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const guests = await Promise.all(Array.from({ length: PARALLEL_ACCEPTS / 2 }, () => createGuest(context)));
  const countMembers = async () =>
    (await context.db.selectFrom('membership').select('user_id').where('workspace_id', '=', tenant.workspaceId).execute()).length;
  const memberCountBefore = await countMembers();
  const { token } = await invite(tenant);
  const responses = await Promise.all(
    guests.flatMap(({ client }) => [acceptInvitation(client, token), createAccountByInvitation(context, token)]),
  );
  const addedCount = (await countMembers()) - memberCountBefore;
  const errors = responses.filter(({ status }) => status >= 500).map(formatResponse);
  return [
    createAttempt(`${PARALLEL_ACCEPTS} acceptances at once add one member`, addedCount === 1, `${addedCount} were added`),
    createAttempt('no acceptance fails', errors.length === 0, errors.join('; ')),
  ];
}

/** Creates invitations with more rights than the inviter has, and accepts invitations with fields that only the inviter may set. */
async function tryPrivilegeEscalation(context: AttackContext, tenant: Tenant): Promise<Attempt[]> {
  const { db } = context;
  const attempts: Attempt[] = [];
  const expectRefusal = async (description: string, request: Promise<TestResponse>) => {
    const response = await request;
    attempts.push(createAttempt(description, isRefused(response), formatResponse(response)));
  };
  const workspace = { workspace: tenant.workspaceId };
  for (const role of ['reviewer', 'annotator', 'viewer'] as const) {
    const member = await createGuest(context);
    await addMember(db, tenant.workspaceId, member.id, role);
    await expectRefusal(`a ${role} invites`, member.client.post(INVITATIONS_PATH, { role: 'viewer', ...workspace }));
  }
  const nonMember = await createGuest(context);
  await expectRefusal('a stranger invites', nonMember.client.post(INVITATIONS_PATH, { role: 'viewer', ...workspace }));
  for (const role of ['owner', 'OWNER', 'admin', ['manager'], { role: 'manager' }])
    await expectRefusal(`the role ${JSON.stringify(role)}`, tenant.client.post(INVITATIONS_PATH, { role }));
  for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example', 'a b@c.example', '"a"@b.example'])
    await expectRefusal(`the email ${JSON.stringify(email)}`, tenant.client.post(INVITATIONS_PATH, { role: 'viewer', email }));
  const { token } = await invite(tenant);
  const forbiddenFields = { role: 'owner', workspace_id: tenant.workspaceId, owner: true, user_id: tenant.userId };
  await acceptInvitation(nonMember.client, token, forbiddenFields);
  const role = await readRole(context, tenant.workspaceId, nonMember.id);
  attempts.push(createAttempt('the role is that of the invitation', role === 'viewer', String(role)));
  const invitationForOtherEmail = await invite(tenant, { email: 'somebody@attack.example' });
  await expectRefusal(
    'another email accepts',
    acceptInvitation((await createGuest(context)).client, invitationForOtherEmail.token),
  );
  await expectRefusal('an account with another email', createAccountByInvitation(context, invitationForOtherEmail.token));
  await expectRefusal(
    'an API token accepts',
    acceptInvitation(new TestClient(context.origin, `Token ${nonMember.apiToken}`), token),
  );
  return attempts;
}
