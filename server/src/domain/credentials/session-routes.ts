import type { Session } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { recordUserAuditEvent } from '../../platform/access/audit';
import type { Db } from '../../platform/database/connection';
import { notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';

/** Binds the routes of a user's sessions. */
export function bindSessions(app: FastifyInstance): void {
  route(app, 'GET /account/v2/session/', async ({ db, scope }) => {
    const { id, session_id } = scope.allowCallerOnly();
    const { rows } = await sql<Session>`
      select s.id, ${toIsoTimestamp('s.created')} as created, ${toIsoTimestamp('r.last_used')} as last_used, s.user_agent, s.sign_in,
        ${toIsoTimestamp('s.expires')} as expires,
        s.id = ${session_id}::uuid as is_current
      from session s join lateral (
        select max(t.created) as last_used, max(t.expires) as expires from refresh_token t where t.session_id = s.id) r on true
      where s.user_id = ${id} and s.ended is null and least(r.expires, s.expires) > clock_timestamp()
      order by r.last_used desc, s.id`.execute(db);
    return rows;
  });

  route(app, 'DELETE /account/v2/session/{id}', async ({ params, db, scope }) => {
    const { id } = scope.allowCallerOnly();
    if ((await endSessions(db, id, sql`s.id = ${params.id}`)) === 0) throw notFound('Session');
  });

  route(app, 'POST /account/v2/session/end-others', async ({ db, scope }) => {
    const { id, session_id } = scope.allowCallerOnly();
    await endSessions(db, id, sql`s.id <> ${session_id}::uuid`);
    return {};
  });
}

/**
 * Ends sessions of a user that match the condition on `s`. All servers then refuse the tokens of these sessions at once. Returns the number
 * of ended sessions.
 */
async function endSessions(db: Db, userId: string, condition: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`
    update session s set ended = clock_timestamp() where s.user_id = ${userId} and s.ended is null and ${condition}`.execute(db);
  const count = Number(numAffectedRows ?? 0);
  if (count > 0) await recordUserAuditEvent(db, userId, 'sign-out', true);
  return count;
}
