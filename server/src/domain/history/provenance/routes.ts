import type { DeclaredProvenance, VerificationRecord } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import { PROVENANCE_RELATIONS } from '../../../platform/database/tables/imports';
import { notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';

/** Maximum number of entries in one response. An image may have thousands of shapes with different facts. */
const MAX_ENTRIES = 200;
/**
 * Maximum duration of a step of an import. A step stores what files declare about an image, and then verifies the image. A verification
 * that follows within this time belongs to the import.
 */
const MAX_IMPORT_STEP = sql`interval '10 minutes'`;

/** Registers the route that returns who verified a row, and what imported files declare about it (ADR 0068). */
export function bindProvenance(app: FastifyInstance): void {
  route(app, 'GET /history/v2/provenance/', async ({ query, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    await requireSubject(db, id, query.subject);
    const verifications = await listVerifications(db, id, query.subject);
    return { verifications, ...(await listDeclaredFacts(db, id, query.subject)) };
  });
}

/** Throws 404 if the workspace has no image or group with this id. */
async function requireSubject(db: Db, workspaceId: string, subject: string): Promise<void> {
  const { rows } = await sql`
    select from training_image where workspace_id = ${workspaceId} and id = ${subject}
    union all select from similarity_group where workspace_id = ${workspaceId} and id = ${subject}`.execute(db);
  if (rows.length === 0) throw notFound('Image or group');
}

/** SQL: a user of the workspace as JSON. The name of a former member is null. */
const toUser = (userId: RawBuilder<unknown>, workspaceId: string) => sql`json_build_object('id', ${userId}, 'username', (
  select u.username from membership m join app_user u on u.id = m.user_id
  where m.workspace_id = ${workspaceId} and m.user_id = ${userId}))`;

async function listVerifications(db: Db, workspaceId: string, subject: string): Promise<VerificationRecord[]> {
  const { rows } = await sql<VerificationRecord>`
    select ${toUser(sql`v.user_id`, workspaceId)} as user, ${toIsoTimestamp('v.created')} as created,
      coalesce(s.origin, case when i.import_id is not null then 'work' end) as origin, s.action,
      case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as import, v.model_id as model
    from (
      select 'image_verification' as relation, user_id, created, model_id from image_verification
      where workspace_id = ${workspaceId} and image_id = ${subject}
      union all
      select 'similarity_verification', user_id, created, null from similarity_verification
      where workspace_id = ${workspaceId} and group_id = ${subject}) v
    left join lateral (
      select c.change_set_id from change c
      where c.subject_id = ${subject}::text and c.workspace_id = ${workspaceId} and c.relation = v.relation
        -- An update of the model verifies an image whose predictions the user had accepted.
        and c.row_id = v.user_id::text and (c.operation = 'insert' or c.before ? 'model_id' and c.after ? 'model_id')
      order by c.id desc limit 1) c on true
    left join change_set s on s.id = c.change_set_id
    -- An import has no entries for the rows that it creates.
    left join lateral (
      select p.import_id from declared_provenance p
      where s.id is null and p.workspace_id = ${workspaceId} and p.subject_id = ${subject} and ${subject}::uuid = any(p.row_ids)
        and p.imported_by = v.user_id and v.created between p.imported and p.imported + ${MAX_IMPORT_STEP}
      order by p.imported desc limit 1) i on true
    left join data_import d on d.id = i.import_id and d.workspace_id = ${workspaceId}
    order by v.created, v.user_id`.execute(db);
  return rows;
}

/** Lists what imported files declare about a row and about the rows that belong to it. Deleted rows are left out. */
async function listDeclaredFacts(
  db: Db,
  workspaceId: string,
  subject: string,
): Promise<{ declared: DeclaredProvenance[]; declared_count: number }> {
  const conditions = PROVENANCE_RELATIONS.map(
    (relation) => sql`p.relation = ${relation} and exists (select from ${sql.table(relation)} t where t.id = r.id)`,
  );
  const { rows } = await sql<DeclaredProvenance & { total: number }>`
    select g.kind, g.count, g.facts, g.file, ${toIsoTimestamp('g.imported')} as imported,
      case when g.imported_by is not null then ${toUser(sql`g.imported_by`, workspaceId)} end as user,
      case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as import,
      (count(*) over ())::int as total
    from (
      select p.relation as kind, p.facts, p.file, p.import_id, p.imported_by, min(p.imported) as imported, count(*)::int as count
      from declared_provenance p, unnest(p.row_ids) r(id)
      where p.workspace_id = ${workspaceId} and p.subject_id = ${subject} and (${sql.join(conditions, sql` or `)})
      group by p.relation, p.facts, p.file, p.import_id, p.imported_by) g
    left join data_import d on d.id = g.import_id and d.workspace_id = ${workspaceId}
    order by g.imported desc, g.kind in ('training_image', 'similarity_group') desc, g.count desc, g.facts limit ${MAX_ENTRIES}`.execute(
    db,
  );
  return { declared: rows.map(({ total: _, ...entry }) => entry), declared_count: rows[0]?.total ?? 0 };
}
