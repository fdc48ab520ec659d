import type { AuditEntry } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { toIsoTimestamp, readPage, type RowView } from '../../data-access/rows/view';

const auditView: RowView<AuditEntry> = {
  from: sql`audit_entry a`,
  id: sql`a.id`,
  columns: sql<AuditEntry>`a.id, ${toIsoTimestamp('a.created')} as created, a.action,
    case when a.user_id is not null then json_build_object('id', a.user_id, 'username', a.username) end as user,
    a.origin, a.subject, a.subject_id, a.changed_count, a.changed_ids`,
};

/** Binds the route of the audit log of a workspace, which only its owner can read. */
export function bindAuditLog(app: FastifyInstance): void {
  route(app, 'GET /account/v2/audit/', async ({ query, db, scope, page }) => {
    const { id } = scope.resolveWorkspace();
    const where = [sql`a.workspace_id = ${id}`];
    if (query.action) where.push(sql`a.action = ${query.action}`);
    const { count, rows } = await readPage(db, auditView, { where, order: sql`a.created desc, a.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });
}
