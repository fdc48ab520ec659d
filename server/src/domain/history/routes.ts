import type { ApiCalls, CallQueryParsed, Change, ChangeSet, ChangeSetReference } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { findNamedRows } from './named-rows';
import { getHistoryParts, isImageKind } from './selection/select-history';
import { MODEL_KINDS } from './undo/model-changes';
import { getUndoPermission, listChanges } from './undo/required-access';
import type { Db } from '../../platform/database/connection';
import { requireKnownUser } from '../../platform/access/known-user';
import { route } from '../../platform/http/route/route';

/**
 * Columns that the history never returns. Anyone with the key of a file can read the file, and some columns reveal hidden gold-standard
 * items.
 */
const HIDDEN_COLUMNS = [
  ...['img_key', 'thumb_key', 'display_key', 'mask_key', 'model_key', 'file_key', 'thumb_token', 'content_hash'],
  ...['gold_id', 'gold_seed'],
];

/** SQL condition: the change set (all writes of one action) was undone, and that undo was not undone itself. */
const isUndone = (id: RawBuilder<unknown>) => sql`exists (
  select from change_set v where v.undoes = ${id} and not exists (select from change_set w where w.undoes = v.id))`;

/** SQL condition: an import that was not undone created the change set `s`. */
const isImportToUndo = sql`exists (
  select from long_work w join data_import d on d.id = (w.input ->> 'import')::uuid
  where w.id = s.work_id and w.kind = 'import-run' and d.state in ('done', 'cancelled', 'failed'))`;

/**
 * SQL condition: the change set `s` only contains the progress of a training. It contains neither a return to an earlier model
 * nor the undo of such a return.
 */
const isTrainingState = sql`(s.relations <@ ${MODEL_KINDS}::text[] and coalesce(s.action, '') !~ '/(take-back|undo)$'
  and not s.counts ?| ${MODEL_KINDS.flatMap((kind) => [`${kind} insert`, `${kind} delete`])}::text[])`;

const setFields = sql`
  s.id::float8 as id, ${toIsoTimestamp('s.created')} as created, s.origin, s.token_name as token, s.action, s.work_id as work, s.summarized, s.relations as kinds,
  not ${isTrainingState} and (not s.summarized or ${isImportToUndo}) as can_undo, s.undoes::float8 as undoes,
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
  {
    user,
    former_members,
    origin,
    kind,
    created_after,
    created_before,
    before,
    limit,
  }: CallQueryParsed<ApiCalls['GET /history/v2/set/']>,
) {
  // Both tables have the same fields. For each combination of filters, one of the two tables has a suitable index.
  const [source, id] = kind ? [sql`change_set_kind`, sql`f.set_id`] : [sql`change_set`, sql`f.id`];
  const where = [sql`f.workspace_id = ${workspaceId}`];
  if (kind) where.push(sql`f.relation = ${kind}`);
  if (user) where.push(sql`f.user_id = ${user}`);
  if (former_members)
    where.push(sql`f.user_id not in (select m.user_id from membership m where m.workspace_id = ${workspaceId})`);
  if (origin) where.push(sql`f.origin = ${origin}`);
  if (created_after) where.push(sql`f.created >= ${created_after}`);
  if (created_before) where.push(sql`f.created < ${created_before}`);
  if (before)
    where.push(sql`(f.created, ${id}) < ((select b.created from change_set b where b.id = ${before}), ${before}::bigint)`);
  const { rows } = await sql<ChangeSet>`
    select ${setFields}, (
        select coalesce(json_agg(json_build_object(
          'kind', split_part(c.key, ' ', 1), 'operation', split_part(c.key, ' ', 2), 'count', c.value::int) order by c.key), '[]')
        from jsonb_each(s.counts) c) as changes, ${commonSubject} as subject
    from (
        select ${id} as id, f.created from ${source} f where ${sql.join(where, sql` and `)}
        order by f.created desc, ${id} desc limit ${limit + 1}) p
      join change_set s on s.id = p.id
    order by p.created desc, p.id desc`.execute(db);
  const page = toHistoryPage(
    rows.map((changeSet) => ({
      ...changeSet,
      undo_permission: getUndoPermission(listChanges(changeSet.kinds, countByOperation(changeSet))),
    })),
    limit,
  );
  const subjects = page.results.map(({ subject }) => subject);
  return { ...page, names: await findNamedRows(db, workspaceId, subjects) };
}

const countByOperation = ({ changes }: ChangeSet) =>
  Object.fromEntries(changes.map(({ kind, operation, count }) => [`${kind} ${operation}`, count]));

/**
 * Maximum number of entries of a change set for which `commonSubject` is computed. Comparing all entries of a bulk change would take too
 * long.
 */
const MAX_COMPARED_ENTRIES = 200;

/**
 * SQL: the subject (the row whose history contains an entry) of all entries of the set `s`; null if they differ. A condition on the time is
 * missing on purpose. It would select one partition, but PostgreSQL would also read a second index (1.7 ms instead of 0.03 ms per set).
 */
const commonSubject = sql`case when (select sum(c.value::int) from jsonb_each(s.counts) c) <= ${sql.lit(MAX_COMPARED_ENTRIES)} then (
  select case when min(c.subject_id) = max(c.subject_id) then min(c.subject_id) end
  from change c where c.change_set_id = s.id) end`;

/** Reads a page of the entries of one row or of one change set, newest first. */
export async function readChangePage(
  db: Db,
  workspaceId: string,
  { subject, row, change_set, before: beforeId, limit }: CallQueryParsed<ApiCalls['GET /history/v2/change/']>,
) {
  const where = [sql`c.workspace_id = ${workspaceId}`];
  if (change_set) where.push(sql`c.change_set_id = ${change_set}`);
  if (beforeId) where.push(sql`c.id < ${beforeId}`);
  const rows: ChangeRow[] = [];
  for (const partCondition of subject ? getHistoryParts(subject, row) : [sql`true`]) {
    rows.push(...(await readChangeRows(db, sql.join([...where, partCondition], sql` and `), limit + 1)));
    // Only the history of an image has a second part. Stop here for other rows.
    if (rows[0] && !isImageKind(rows[0].kind)) break;
  }
  rows.sort((a, b) => b.id - a.id);
  const page = toHistoryPage(rows, limit);
  const entries = page.results.map(({ subject: id, row: rowId, before, after }) => ({ id, rowId, before, after }));
  return { ...page, names: await findNamedRows(db, workspaceId, entries) };
}

type ChangeRow = Change & { change_set: ChangeSetReference };

/** Reads the matching entries `c`, newest first. Reads each of their change sets only once. */
async function readChangeRows(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with entry as materialized (select c.* from change c where ${condition} order by c.id desc limit ${limit}),
    described_set as materialized (
      select s.id, (select to_json(t) from (select ${setFields}) t) as fields
      from change_set s where s.id = any(array(select e.change_set_id from entry e)))
    select c.id::float8 as id, c.relation as kind, c.subject_id as subject, c.row_id as row, c.operation,
      c.before - ${HIDDEN_COLUMNS}::text[] as before, c.after - ${HIDDEN_COLUMNS}::text[] as after, s.fields as change_set
    from entry c left join described_set s on s.id = c.change_set_id
    order by c.id desc`.execute(db);
  return rows;
}

/** Builds a page from its rows and the first row of the next page. */
function toHistoryPage<Row extends { id: number }>(rows: Row[], limit: number): { results: Row[]; next: number | null } {
  const results = rows.slice(0, limit);
  return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
}
