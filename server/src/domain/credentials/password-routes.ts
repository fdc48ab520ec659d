import { LINK_PATHS } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { recordAuditEvent } from '../../platform/access/audit';
import { hashSecret } from '../../platform/access/secret';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../platform/errors';
import { getBaseUrl } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { countAttempt, unblockAccounts } from '../account/login-throttle';
import { hashPassword } from '../account/password';
import { requirePasswordSignIn } from '../account/password-sign-in';
import { normalizeLogin, replacePassword } from '../account/users';
import { messages } from './messages';
import { consumePasswordLink, createPasswordLink, findLinkedAccount } from './password-links';
import { enqueuePasswordMail } from './password-mail';

/** Binds the routes with which users set a password by a link. */
export function bindPasswordReset(app: FastifyInstance): void {
  const { config } = app.deps;
  /** Finds the account of a link that may set a password. Throws 403, 410 or 429. */
  const findAccount = async (db: Db, hash: Buffer, address: string) => {
    const account = await findRateLimitedAccount(db, hash, address);
    requirePasswordSignIn(config, account);
    return account;
  };

  route(
    app,
    'POST /account/v2/password-reset/request',
    {
      prepare: async ({ body, db, request }) => {
        requirePasswordSignIn(config, null);
        if (!config.mail) throw new HttpError(409, messages.mailNotConfigured);
        await countAttempt(db, `password of ${body.email} from ${request.ip}`, request.ip);
      },
    },
    async ({ body, db }) => {
      await enqueuePasswordMail(db, body.email);
      return {};
    },
  );

  route(
    app,
    'POST /account/v2/password-reset/show',
    { prepare: ({ body, db, request }) => findAccount(db, hashSecret(body.token), request.ip) },
    async ({ prepared: { username, email, expires } }) => ({ username, email, expires: expires.toISOString() }),
  );

  route(
    app,
    'POST /account/v2/password-reset/',
    {
      // Hashing takes 20 ms, so it is done only for valid links, and before the transaction occupies a database connection.
      prepare: async ({ body, db, request }) => {
        const hash = hashSecret(body.token);
        const account = await findAccount(db, hash, request.ip);
        return { hash, account, passwordHash: await hashPassword(body.password) };
      },
    },
    async ({ db, request, prepared: { hash, account, passwordHash } }) => {
      if (!(await consumePasswordLink(db, account.id, hash))) throw new HttpError(410, messages.linkInvalid);
      await replacePassword(db, account.id, passwordHash);
      await unblockAccounts(db, [account.email, normalizeLogin(account.username)], request.ip);
    },
  );

  route(app, 'POST /account/v2/password-reset/link', async ({ body, db, scope, user, request }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    requirePasswordSignIn(config, null);
    await requireOwnedUser(db, workspaceId, body.user, user.id);
    const { secret, expires } = await createPasswordLink(db, body.user, user.id);
    const event = { action: 'password-link', actor: user, subject: 'user', subjectId: body.user } as const;
    await recordAuditEvent(db, [workspaceId], event);
    return { link: `${getBaseUrl(request)}${LINK_PATHS.password}#${secret}`, expires: expires.toISOString() };
  });
}

/** Finds the account of a link. Counts attempts with invalid links like failed sign-ins. Throws 410 or 429. */
async function findRateLimitedAccount(db: Db, hash: Buffer, address: string) {
  const cancelAttempt = await countAttempt(db, `password link ${hash.toString('hex')}`, address);
  const account = await findLinkedAccount(db, hash);
  if (!account) throw new HttpError(410, messages.linkInvalid);
  await cancelAttempt();
  return account;
}

/**
 * Throws if the user is the owner, or is a member of a workspace that the owner does not own. Otherwise the owner could take over an
 * account with access to workspaces of other owners. Locks the account, so that no membership is added before the commit.
 */
async function requireOwnedUser(db: Db, workspaceId: string, userId: string, ownerId: string): Promise<void> {
  if (userId === ownerId) throw createFieldError('user', messages.mustBeOtherUser);
  const user = await db.selectFrom('app_user').select('has_password').where('id', '=', userId).forUpdate().executeTakeFirst();
  const { rows } = await sql<{ workspace_id: string; is_owned: boolean }>`
    select m.workspace_id, w.owner_id is not distinct from ${ownerId}::uuid as is_owned
    from membership m join workspace w on w.id = m.workspace_id where m.user_id = ${userId}`.execute(db);
  if (!rows.some((row) => row.workspace_id === workspaceId)) throw notFound('Member');
  if (rows.some((row) => !row.is_owned)) throw new HttpError(403, messages.memberOfOtherWorkspaces);
  if (!user?.has_password) throw new HttpError(409, messages.userHasNoPassword);
}
