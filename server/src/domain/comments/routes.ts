import { CommentedKind } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireCurrentVersion } from '../../data-access/rows/partial-update';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { readOne, readPage } from '../../data-access/rows/view';
import type { Scope } from '../../platform/access/scope';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { COMMENTED_TABLES, findCommentedRow } from './commented-row';
import { commentView, threadView } from './queries';
import { createThread, deleteComment, editComment, lockJobOfRemark, addReply, setResolved } from './write';

/** Binds the routes of comments. */
export function bindComments(app: FastifyInstance): void {
  bindThreads(app);

  route(app, 'GET /comments/v2/thread/{id}/comment/', async ({ params, query, db, scope, page }) => {
    const { id } = await findThread(scope, params.id);
    const window = { where: [sql`c.thread_id = ${id}`], order: sql`c.created, c.id`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, commentView, window);
    return page(count, rows);
  });

  route(app, 'POST /comments/v2/thread/{id}/comment/', async ({ params, body, db, scope, user }) =>
    readOne(db, commentView, await addReply(db, await findThread(scope, params.id, { lock: true }), body.text, user.id)),
  );

  route(app, 'PUT /comments/v2/comment/{id}', async ({ params, body, db, scope, user }) => {
    const { thread, comment } = await lockComment(scope, params.id);
    await requireCurrentVersion(body.version, comment, () => readOne(db, commentView, comment.id));
    await editComment(db, thread, comment, body.text, user.id);
    return readOne(db, commentView, comment.id);
  });

  route(app, 'DELETE /comments/v2/comment/{id}', async ({ params, db, scope, user }) => {
    const { thread, comment } = await lockComment(scope, params.id);
    if (comment.author_id !== user.id) scope.requirePermission(comment.workspace_id, 'review');
    await deleteComment(db, thread, comment);
  });
}

function bindThreads(app: FastifyInstance): void {
  route(app, 'GET /comments/v2/thread/', async ({ query, db, scope, user, page }) => {
    const { job: jobId } = query;
    const kinds = CommentedKind.options.flatMap((kind) => ({ ...COMMENTED_TABLES[kind], kind, id: query[kind] }));
    const workspaceId = await resolveListWorkspace(scope, [
      ...kinds.map(({ kind, table, id, entityName }) => ({ table, ids: [id], field: kind, entityName })),
      { table: 'annotation_job', ids: [jobId], field: 'job', entityName: 'Job' },
    ]);
    const where = [sql`t.workspace_id = ${workspaceId}`];
    for (const { column, id } of kinds) if (id) where.push(sql`${sql.ref(`t.${column}`)} = ${id}`);
    if (jobId) where.push(sql`i.job_id = ${jobId}`);
    if (query.resolved !== undefined) where.push(query.resolved ? sql`t.resolved is not null` : sql`t.resolved is null`);
    const hasComment = (condition: ReturnType<typeof sql>) =>
      sql`exists (select from comment c where c.thread_id = t.id and c.deleted is null and ${condition})`;
    if (query.mine !== undefined) where.push(sql`${hasComment(sql`c.author_id = ${user.id}`)} = ${query.mine}`);
    if (query.mentions_me !== undefined)
      where.push(sql`${hasComment(sql`c.mentions @> array[${user.id}]::uuid[]`)} = ${query.mentions_me}`);
    const { count, rows } = await readPage(db, threadView, { where, order: sql`t.created desc, t.id`, ...toLimitOffset(query) });
    return page(count, rows);
  });

  route(app, 'POST /comments/v2/thread/', async ({ body, db, scope, user }) =>
    readOne(db, threadView, await createThread(db, await findCommentedRow(db, scope, body), body.text, user.id)),
  );

  route(app, 'GET /comments/v2/thread/{id}', async ({ params, db, scope }) =>
    readOne(db, threadView, (await findThread(scope, params.id)).id),
  );

  route(app, 'PUT /comments/v2/thread/{id}', async ({ params, body, db, scope, user }) => {
    await lockJobOfRemark(scope, await findThread(scope, params.id));
    const thread = await findThread(scope, params.id, { lock: true });
    await requireCurrentVersion(body.version, thread, () => readOne(db, threadView, thread.id));
    await setResolved(db, scope, thread, body.resolved, user.id);
    return readOne(db, threadView, thread.id);
  });
}

const findThread = (scope: Scope, id: string, options: { lock?: boolean } = {}) =>
  scope.findRow('comment_thread', id, { entityName: 'Thread', ...options });

/** Locks the thread of a comment, and then the comment. */
async function lockComment(scope: Scope, id: string) {
  const { thread_id } = await scope.findRow('comment', id, { entityName: 'Comment' });
  const thread = await findThread(scope, thread_id, { lock: true });
  return { thread, comment: await scope.findRow('comment', id, { entityName: 'Comment', lock: true }) };
}
