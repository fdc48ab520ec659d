import type { ApiCalls, CallQueryParsed, Change, ChangeSet, ChangeSetReference } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { findNamedRows } from './named-rows';
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
export async function readChangeSetPage(db: Db, workspaceId: string, query: CallQueryParsed<ApiCalls['GET /history/v2/set/']>) {
  const where = [sql`s.workspace_id = ${workspaceId}`];
  if (query.user) where.push(sql`s.user_id = ${query.user}`);
  if (query.former_members)
    where.push(sql`s.user_id not in (select m.user_id from membership m where m.workspace_id = ${workspaceId})`);
  if (query.origin) where.push(sql`s.origin = ${query.origin}`);
  if (query.kind) where.push(sql`${query.kind} = any(s.relations)`);
  if (query.created_after) where.push(sql`s.created >= ${query.created_after}`);
  if (query.created_before) where.push(sql`s.created < ${query.created_before}`);
  const page = await readPage(query, where, 's.id', (request) => readSets(db, request));
  return {
    ...page,
    names: await findNamedRows(
      db,
      workspaceId,
      page.results.map(({ subject }) => subject),
    ),
  };
}

/** Reads a page of the entries of one row or of one change set, newest first. */
export async function readChangePage(db: Db, workspaceId: string, query: CallQueryParsed<ApiCalls['GET /history/v2/change/']>) {
  const where = [sql`c.workspace_id = ${workspaceId}`];
  if (query.subject) where.push(sql`c.subject_id = ${query.subject}`);
  if (query.change_set) where.push(sql`c.change_set_id = ${query.change_set}`);
  const page = await readPage(query, where, 'c.id', (request) => readChanges(db, request));
  const entries = page.results.map(({ subject, row, before, after }) => ({ subject, row, before, after }));
  return { ...page, names: await findNamedRows(db, workspaceId, entries) };
}

/** Reads one row more than requested, to learn whether there is another page. */
async function readPage<Row extends { id: number }>(
  { before, limit }: { before?: number; limit: number },
  conditions: readonly RawBuilder<unknown>[],
  idColumn: string,
  read: (page: { where: RawBuilder<unknown>; limit: number }) => Promise<Row[]>,
): Promise<{ results: Row[]; next: number | null }> {
  const where = sql.join([...conditions, ...(before ? [sql`${sql.ref(idColumn)} < ${before}`] : [])], sql` and `);
  const rows = await read({ where, limit: limit + 1 });
  const results = rows.slice(0, limit);
  return { results, next: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
}

interface Page {
  where: RawBuilder<unknown>;
  limit: number;
}

async function readSets(db: Db, { where, limit }: Page): Promise<ChangeSet[]> {
  const { rows } = await sql<ChangeSet>`
    select ${setFields}, e.changes, e.subject from (select * from change_set s where ${where} order by s.id desc limit ${limit}) s,
      lateral (
        select coalesce(json_agg(json_build_object('kind', relation, 'operation', operation, 'count', count) order by relation, operation), '[]')
          as changes, case when min(first_subject) = max(last_subject) then min(first_subject) end as subject
        from (
          select c.relation, c.operation, count(*)::int as count, min(c.subject_id) as first_subject, max(c.subject_id) as last_subject
          from change c where c.change_set_id = s.id and c.created between s.created and s.finished group by 1, 2) t) e
    order by s.id desc`.execute(db);
  return rows;
}

async function readChanges(db: Db, { where, limit }: Page): Promise<Change[]> {
  const { rows } = await sql<Change & { id: string; change_set: ChangeSetReference }>`
    select c.id, c.relation as kind, c.subject_id as subject, c.row_id as row, c.operation,
      c.before - ${FILE_COLUMNS}::text[] as before, c.after - ${FILE_COLUMNS}::text[] as after,
      (select to_json(t) from (select ${setFields} from change_set s where s.id = c.change_set_id) t) as change_set
    from change c where ${where} order by c.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
