import type { ApiToken, AuditAction } from '@console/shared-contract/api';
import { MAX_API_TOKENS } from '@console/shared-contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readOne, toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { createApiTokenSecret } from '../../platform/access/api-token';
import { recordAuditEvent } from '../../platform/access/audit';
import type { Caller } from '../../platform/access/caller';
import type { Db } from '../../platform/database/connection';
import { HttpError, notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { messages } from './messages';

/** Tokens that have expired are listed for this long, so that their users see why a program fails. */
const RETENTION_DAYS = 90;

const tokenView: RowView<ApiToken> = {
  from: sql`api_token t`,
  id: sql`t.id`,
  columns: sql<ApiToken>`t.id, t.name, t.prefix, t.scopes, t.workspace_id as only_workspace, ${toIsoTimestamp('t.created')} as created,
    ${toIsoTimestamp('t.expires')} as expires, ${toIsoTimestamp('t.last_used')} as last_used`,
};

/** Binds the routes of a user's named API tokens. */
export function bindApiTokens(app: FastifyInstance): void {
  route(app, 'GET /account/v2/api-token/', async ({ db, scope }) => {
    const { id } = scope.allowCallerOnly();
    const { rows } = await sql<ApiToken>`
      select ${tokenView.columns} from ${tokenView.from} where t.user_id = ${id} order by t.created desc, t.id`.execute(db);
    return rows;
  });

  route(app, 'POST /account/v2/api-token/', async ({ body, db, scope }) => {
    const caller = scope.allowCallerOnly();
    const workspaceId = body.only_workspace ? scope.requireWorkspace(body.only_workspace).id : null;
    await requireTokensBelowLimit(db, caller.id);
    const { token, hash, prefix } = createApiTokenSecret();
    const { id } = await db
      .insertInto('api_token')
      .values({
        user_id: caller.id,
        workspace_id: workspaceId,
        name: body.name,
        hash,
        prefix,
        scopes: [...new Set(body.scopes)],
        expires: body.expires_in_days ? sql<Date>`clock_timestamp() + make_interval(days => ${body.expires_in_days})` : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordTokenEvent(db, caller, 'token-created', id, workspaceId);
    return { ...(await readOne(db, tokenView, id)), token };
  });

  route(app, 'DELETE /account/v2/api-token/{id}', async ({ params, db, scope }) => {
    const caller = scope.allowCallerOnly();
    const deletedToken = await db
      .deleteFrom('api_token')
      .where('id', '=', params.id)
      .where('user_id', '=', caller.id)
      .returning(['id', 'workspace_id'])
      .executeTakeFirst();
    if (!deletedToken) throw notFound('API token');
    await recordTokenEvent(db, caller, 'token-deleted', deletedToken.id, deletedToken.workspace_id);
  });
}

/** Records the event in the audit logs of the workspaces that the token can access. */
async function recordTokenEvent(
  db: Db,
  actor: Caller,
  action: AuditAction,
  id: string,
  workspaceId: string | null,
): Promise<void> {
  const workspaceIds = workspaceId ? [workspaceId] : actor.workspaces.map((workspace) => workspace.id);
  await recordAuditEvent(db, workspaceIds, { action, actor, subject: 'account/api-token', subjectId: id });
}

/** Throws 409 at the maximum number of tokens. Locks the account, so that concurrent calls cannot exceed it. */
async function requireTokensBelowLimit(db: Db, userId: string): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_token where user_id = ${userId}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= MAX_API_TOKENS) throw new HttpError(409, messages.tooManyTokens(MAX_API_TOKENS));
}

export async function deleteExpiredApiTokens(db: Db): Promise<void> {
  await sql`delete from api_token where expires < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`.execute(db);
}
