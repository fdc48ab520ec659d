import type { ApiCalls, CallQueryParsed, Change, ChangeSet, ChangeSetReference } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { KINDS_WITHOUT_UNDO } from './undo/undo-run';
import type { Db } from '../../platform/database/connection';
import { requireKnownUser } from '../../platform/access/known-user';
import { route } from '../../platform/http/route/route';

/** Columns that contain keys of files. Whoever knows the key of a file can read it. */
const FILE_COLUMNS = ['img_key', 'thumb_key', 'display_key', 'mask_key', 'model_key', 'file_key', 'thumb_token', 'content_hash'];

/** SQL: the set was undone, and that undo was not undone itself. */
const isUndone = (id: RawBuilder<unknown>) => sql`exists (
  select from change_set v where v.undoes = ${id} and not exists (select from change_set w where w.undoes = v.id))`;

const setFields = sql`
  s.id::float8 as id, ${toIsoTimestamp('s.created')} as created, s.origin, s.action, s.work_id as work, s.summarized, s.relations as kinds,
  not s.summarized and not s.relations <@ ${KINDS_WITHOUT_UNDO}::text[] as can_undo, s.undoes::float8 as undoes,
  (select max(u.id)::float8 from change_set u where u.undoes = s.id and not ${isUndone(sql`u.id`)}) as undone_by,
  case when s.user_id is not null then
    json_build_object('id', s.user_id, 'username', (
      select u.username from membership m join app_user u on u.id = m.user_id
      where m.workspace_id = s.workspace_id and m.user_id = s.user_id)) end as user`;

/** Registers the routes that read the change log of a workspace. */
export function bindHistory(app: FastifyInstance): void {
  route(app, 'GET /history/v2/set/', async ({ query, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    if (query.user) await requireKnownUser(db, id, query.user);
    return readChangeSetPage(db, id, query);
  });

  route(app, 'GET /history/v2/change/', ({ query, db, scope }) => readChangePage(db, scope.resolveWorkspace().id, query));
}

/** Reads a page of the change sets of a workspace, newest first. */
export async function readChangeSetPage(
  db: Db,
  workspaceId: string,
  { user, origin, kind, created_after, created_before, before, limit }: CallQueryParsed<ApiCalls['GET /history/v2/set/']>,
) {
  // The rows of both tables have the same fields. Each combination of filters reads a range of one of their indexes.
  const [source, id] = kind ? [sql`change_set_kind`, sql`f.set_id`] : [sql`change_set`, sql`f.id`];
  const where = [sql`f.workspace_id = ${workspaceId}`];
  if (kind) where.push(sql`f.relation = ${kind}`);
  if (user) where.push(sql`f.user_id = ${user}`);
  if (origin) where.push(sql`f.origin = ${origin}`);
  if (created_after) where.push(sql`f.created >= ${created_after}`);
  if (created_before) where.push(sql`f.created < ${created_before}`);
  if (before)
    where.push(sql`(f.created, ${id}) < ((select b.created from change_set b where b.id = ${before}), ${before}::bigint)`);
  const { rows } = await sql<ChangeSet>`
    select ${setFields}, (
        select coalesce(json_agg(json_build_object(
          'kind', split_part(c.key, ' ', 1), 'operation', split_part(c.key, ' ', 2), 'count', c.value::int) order by c.key), '[]')
        from jsonb_each(s.counts) c) as changes
    from (
        select ${id} as id, f.created from ${source} f where ${sql.join(where, sql` and `)}
        order by f.created desc, ${id} desc limit ${limit + 1}) p
      join change_set s on s.id = p.id
    order by p.created desc, p.id desc`.execute(db);
  return toHistoryPage(rows, limit);
}

/** Reads a page of the entries of one row or of one change set, newest first. */
export async function readChangePage(
  db: Db,
  workspaceId: string,
  { subject, change_set, before, limit }: CallQueryParsed<ApiCalls['GET /history/v2/change/']>,
) {
  const where = [sql`c.workspace_id = ${workspaceId}`];
  if (subject) where.push(sql`c.subject_id = ${subject}`);
  if (change_set)
    // The period of the set selects its partitions.
    where.push(sql`c.change_set_id = ${change_set} and c.created between
      (select p.created from change_set p where p.id = ${change_set}) and (select p.finished from change_set p where p.id = ${change_set})`);
  if (before) where.push(sql`c.id < ${before}`);
  const { rows } = await sql<Change & { id: string; change_set: ChangeSetReference }>`
    select c.id, c.relation as kind, c.subject_id as subject, c.row_id as row, c.operation,
      c.before - ${FILE_COLUMNS}::text[] as before, c.after - ${FILE_COLUMNS}::text[] as after,
      (select to_json(t) from (select ${setFields} from change_set s where s.id = c.change_set_id) t) as change_set
    from change c where ${sql.join(where, sql` and `)} order by c.id desc limit ${limit + 1}`.execute(db);
  return toHistoryPage(
    rows.map((row) => ({ ...row, id: Number(row.id) })),
    limit,
  );
}

/** Builds a page from its rows and the first row of the next page. */
function toHistoryPage<Row extends { id: number }>(rows: Row[], limit: number): { results: Row[]; next: number | null } {
  const results = rows.slice(0, limit);
  return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
}
