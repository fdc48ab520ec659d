import { randomUUID } from 'node:crypto';
import { createUser } from '../../domain/account/users';
import { addMember, createWorkspace } from '../../domain/account/workspaces';
import { hashSecret } from '../../platform/access/secret';
import type { Db } from '../../platform/database/connection';
import { TEST_PASSWORD } from '../api/test-users';
import { createSamples, createIdSample, createListSample, type CallSample } from './sample-factories';

const EMPTY_SAMPLES: CallSample[] = [{}];

/** The rows of the account that samples use. */
interface AccountRows {
  invitation: string;
  apiToken: string;
  /** A session that the sender does not use. */
  session: string;
  /** Secret of an invitation to another workspace. */
  joinSecret: string;
}

/** Samples (valid example requests) of the calls on accounts, invitations and credentials. */
export function createAccountSamples(rows: AccountRows & { workspace: string; member: string }) {
  return {
    'GET /account/v2/details/': EMPTY_SAMPLES,
    'GET /account/v2/user': EMPTY_SAMPLES,
    'GET /account/v2/token/': EMPTY_SAMPLES,
    'GET /account/v2/workspace/': EMPTY_SAMPLES,
    'GET /account/v2/resource': EMPTY_SAMPLES,
    'GET /account/v2/member/': EMPTY_SAMPLES,
    'GET /account/v2/release/': EMPTY_SAMPLES,
    'GET /account/v2/audit/': createListSample({ action: 'delete' }),
    'POST /authorization/v2/authorize': createSamples({ service: 'flows', call_type: 'x' }),
    'POST /account/v2/invitation/': createSamples({ role: 'viewer', email: `${randomUUID()}@test.example`, expires_in_days: 3 }),
    'GET /account/v2/invitation/': createListSample({ state: 'open' }),
    'DELETE /account/v2/invitation/{id}': createIdSample(rows.invitation),
    'POST /account/v2/invitation/accept': createSamples({ token: rows.joinSecret }),
    'POST /account/v2/change-password': createSamples({
      current_password: TEST_PASSWORD,
      new_password: TEST_PASSWORD,
      end_others: false,
    }),
    'POST /account/v2/password-reset/link': createSamples({ user: rows.member }),
    'GET /account/v2/api-token/': EMPTY_SAMPLES,
    'POST /account/v2/api-token/': createSamples({
      name: 'Pipeline',
      scopes: ['read', 'write'],
      only_workspace: rows.workspace,
      expires_in_days: 30,
    }),
    'DELETE /account/v2/api-token/{id}': createIdSample(rows.apiToken),
    'POST /account/v2/console-fault': createSamples({
      load: 'a1b2c3d4',
      remote: 'annotate',
      version: '1.0.0',
      part: './images#ImagesPage',
      kind: 'network',
      message: 'status 404',
    }),
    'POST /account/v2/page-visit': createSamples({
      remote: 'annotate',
      version: '1.0.0',
      reason: 'canary',
      displayed_ms: 300,
      ready_ms: 420,
      failed: false,
    }),
    'GET /account/v2/session/': EMPTY_SAMPLES,
    'DELETE /account/v2/session/{id}': createIdSample(rows.session),
    'POST /account/v2/session/end-others': EMPTY_SAMPLES,
  };
}

/** Creates the rows that these samples use, for a user and a workspace of theirs. */
export async function createAccountRows(db: Db, workspaceId: string, userId: string): Promise<AccountRows> {
  const invitingUser = await createUser(db, { email: `${randomUUID()}@test.example`, password: randomUUID() });
  const otherWorkspace = await createWorkspace(db, { name: 'Another workspace', services: [], ownerId: invitingUser.id });
  await addMember(db, otherWorkspace, invitingUser.id);
  const expires = new Date(Date.now() + 86_400_000);
  const invitation = { role: 'viewer', email: null, expires } as const;
  const [ownInvitation, joinInvitation] = await db
    .insertInto('invitation')
    .values([
      { ...invitation, workspace_id: workspaceId, created_by: userId, mail: 'none' },
      { ...invitation, workspace_id: otherWorkspace, created_by: invitingUser.id, mail: 'none' },
    ])
    .returning('id')
    .execute();
  const joinSecret = randomUUID();
  const hash = hashSecret(joinSecret);
  await db.insertInto('invitation_secret').values({ hash, invitation_id: joinInvitation!.id }).execute();
  const apiToken = await db
    .insertInto('api_token')
    .values({
      user_id: userId,
      workspace_id: workspaceId,
      name: 'Some token',
      scopes: ['read'],
      hash: hashSecret(randomUUID()),
      prefix: 'console_0000',
      expires: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = await db
    .insertInto('session')
    .values({ user_id: userId, ended: null, user_agent: 'Browser' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { invitation: ownInvitation!.id, apiToken: apiToken.id, session: session.id, joinSecret };
}
