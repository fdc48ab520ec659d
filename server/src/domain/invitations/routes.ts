import { ROLE_PERMISSIONS } from '@console/shared-contract/api';
import { LINK_PATHS, MAX_OPEN_INVITATIONS } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readOne, readPage } from '../../data-access/rows/view';
import { recordAuditEvent, recordUserAuditEvent } from '../../platform/access/audit';
import { hashSecret } from '../../platform/access/secret';
import { declareWriter } from '../../platform/database/change-log';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../platform/errors';
import { signAccessToken } from '../../platform/http/route/authenticate';
import { getBaseUrl, toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { countAttempt } from '../account/login-throttle';
import { hashPassword } from '../account/password';
import { requirePasswordSignIn } from '../account/password-sign-in';
import { openSession } from '../account/sessions';
import { findUser, insertUser } from '../account/users';
import { enqueueInvitationMail } from './mail';
import { messages } from './messages';
import { findOffer, invitationView } from './queries';
import { invitationState, mayInvite } from './rights';
import { acceptInvitation, createInvitation, requireOpen } from './write';

/** Binds the routes of invitations to workspaces. */
export function bindInvitations(app: FastifyInstance): void {
  bindManagement(app);
  bindAcceptance(app);
}

function bindManagement(app: FastifyInstance): void {
  route(app, 'POST /account/v2/invitation/', async ({ body, db, scope, user, request }) => {
    const { id: workspaceId, role } = scope.resolveWorkspace();
    const { permissions: tokenPermissions } = user;
    const permissions = ROLE_PERMISSIONS[role].filter((permission) => tokenPermissions?.includes(permission) ?? true);
    if (!mayInvite(permissions, body.role)) throw new HttpError(403, messages.aboveOwnRights);
    await requireNoMember(db, workspaceId, body.email ?? null);
    await requireInvitationsBelowLimit(db, workspaceId);
    const isMailed = Boolean(body.email) && app.deps.config.mail !== null;
    const { id, secret } = await createInvitation(db, {
      workspaceId,
      role: body.role,
      email: body.email ?? null,
      mail: isMailed ? 'pending' : 'none',
      days: body.expires_in_days,
      createdBy: user.id,
    });
    if (isMailed) await enqueueInvitationMail(db, id);
    const event = { action: 'invitation-created', actor: user, subject: 'account/invitation', subjectId: id } as const;
    await recordAuditEvent(db, [workspaceId], event);
    const link = `${getBaseUrl(request)}${LINK_PATHS.invitation}#${secret}`;
    return { ...(await readOne(db, invitationView, id)), link };
  });

  route(app, 'GET /account/v2/invitation/', async ({ query, db, scope, page }) => {
    const where = [sql`i.workspace_id = ${scope.resolveWorkspace().id}`];
    if (query.state) where.push(sql`${invitationState} = ${query.state}`);
    const window = { where, order: sql`i.created desc, i.id`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, invitationView, window);
    return page(count, rows);
  });

  route(app, 'DELETE /account/v2/invitation/{id}', { audit: 'invitation-revoked' }, async ({ params, db, scope }) => {
    const { id, accepted } = await scope.findRow('invitation', params.id, { entityName: 'Invitation', lock: true });
    if (accepted) throw new HttpError(409, messages.notOpen.accepted);
    await db
      .updateTable('invitation')
      .set({ revoked: sql<Date>`coalesce(revoked, clock_timestamp())` })
      .where('id', '=', id)
      .execute();
  });
}

function bindAcceptance(app: FastifyInstance): void {
  const { refreshTtlDays } = app.deps.config;

  route(
    app,
    'POST /account/v2/invitation/show',
    { prepare: ({ body, db, request }) => findRateLimitedOffer(db, body.token, request.ip) },
    async ({ prepared: { offer } }) => offer,
  );

  route(app, 'POST /account/v2/invitation/accept', async ({ body, db, scope }) => {
    const workspace = await acceptInvitation(db, hashSecret(body.token), scope.allowCallerOnly());
    return { workspace };
  });

  route(
    app,
    'POST /account/v2/invitation/accept-with-new-account',
    {
      // Hashing takes 20 ms, so it is done only for open invitations, and before the transaction occupies a database connection.
      prepare: async ({ body, db, request }) => {
        requirePasswordSignIn(app.deps.config, null);
        const { offer, hash } = await findRateLimitedOffer(db, body.token, request.ip);
        requireOpen(offer.state);
        if (offer.email !== null && offer.email !== body.email) throw createFieldError('email', messages.notInvitedEmail);
        await requireNewAccount(db, body);
        return { hash, passwordHash: await hashPassword(body.password) };
      },
    },
    async ({ body, db, request, prepared: { hash, passwordHash } }) => {
      const { email, username } = body;
      const { id } = await insertUser(db, { email, username, passwordHash });
      await declareWriter(db, { userId: id, origin: 'console', action: 'POST /account/v2/invitation/accept-with-new-account' });
      const workspace = await acceptInvitation(db, hash, { id, username, email });
      const { sessionId, refresh } = await openSession(db, id, refreshTtlDays, request.headers['user-agent']);
      await recordUserAuditEvent(db, id, 'sign-in', true);
      return { access: signAccessToken(app, id, sessionId), refresh, workspace };
    },
  );
}

/** Finds the offer of a link. Counts attempts with unknown links like failed sign-ins. Throws 404 or 429. */
async function findRateLimitedOffer(db: Db, token: string, address: string) {
  const hash = hashSecret(token);
  const cancelAttempt = await countAttempt(db, `invitation ${hash.toString('hex')}`, address);
  const offer = await findOffer(db, hash);
  if (!offer) throw notFound('Invitation');
  await cancelAttempt();
  return { offer, hash };
}

/** Throws 400 if the email or user name belongs to another account, or if a user name looks like the email of another user. */
async function requireNewAccount(db: Db, { email, username }: { email: string; username: string }): Promise<void> {
  if (await findUser(db, email)) throw createFieldError('email', messages.emailHasAccount);
  if (username.includes('@') && username.toLowerCase() !== email)
    throw createFieldError('username', messages.usernameIsOtherEmail);
  if (await findUser(db, username)) throw createFieldError('username', messages.usernameTaken);
}

async function requireNoMember(db: Db, workspaceId: string, email: string | null): Promise<void> {
  if (email === null) return;
  const { rows } = await sql`
    select from membership m join app_user u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and u.email = ${email}`.execute(db);
  if (rows.length > 0) throw createFieldError('email', messages.emailIsMember);
}

async function requireInvitationsBelowLimit(db: Db, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitation i
    where i.workspace_id = ${workspaceId} and i.accepted is null and i.revoked is null and i.expires > clock_timestamp()`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= MAX_OPEN_INVITATIONS) throw new HttpError(409, messages.tooManyOpen(MAX_OPEN_INVITATIONS));
}
