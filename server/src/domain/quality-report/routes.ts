import type { FastifyInstance } from 'fastify';
import { requireKnownUser } from '../../platform/access/known-user';
import { isLimitedToOwnStatistics } from '../../platform/access/statistics-visibility';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { setPaused } from '../annotation/jobs/members/pause';
import { findJob } from '../annotation/jobs/write';
import { recordGoldRead } from '../quality/gold/store-gold';
import { joinTransaction } from '../../platform/database/transaction';
import { hasAppealed } from './appeals';
import { findTask, type ScoreFilter } from './load-scores';
import { messages } from './messages';
import { readComparison } from './read-comparison';
import { readScoredItems } from './read-items';
import { readReport } from './read-report';
import { readScoredTasks, setTarget } from './targets';

/** Binds the report on the quality of annotations, the targets of tasks, and pauses of annotators in jobs. */
export function bindQualityReport(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/quality-task/', async ({ query, db, scope, user }) => {
    const workspaceId = query.job
      ? (await scope.findRow('annotation_job', query.job, { entityName: 'Job' })).workspace_id
      : scope.resolveWorkspace().id;
    const isLimited = await isLimitedToOwnScores(db, scope, workspaceId);
    return { results: await readScoredTasks(db, workspaceId, { job: query.job, userId: isLimited ? user.id : null }) };
  });

  route(app, 'GET /annotate/v2/quality-report/', async ({ query, db, scope, user }) => {
    const filter = await toFilter(db, scope, query);
    const isLimited = await isLimitedToOwnScores(db, scope, filter.task.workspaceId);
    if (isLimited && query.user && query.user !== user.id) throw new HttpError(403, messages.onlyOwnScores);
    return readReport(db, { ...filter, isUpToYesterday: isLimited, user: isLimited ? user.id : query.user });
  });

  route(app, 'GET /annotate/v2/quality-report/item/', async ({ query, db, scope, page, fileUrl }) => {
    const filter = await toFilter(db, scope, query);
    const { workspaceId, domain } = filter.task;
    const labels = domain === 'similarity' ? 'similarity_type' : (`${domain}_label` as const);
    if (query.label)
      await scope.requireSameWorkspace(labels, [query.label], workspaceId, { field: 'label', entityName: 'Label' });
    await requireScoresOfOthers(db, scope, workspaceId);
    const { count, rows } = await readScoredItems(db, { ...filter, label: query.label }, toLimitOffset(query), fileUrl);
    return page(count, rows);
  });

  // This call records that the caller knows the gold-standard annotations. It therefore needs a transaction, which GET routes
  // do not have by default.
  route(app, 'GET /annotate/v2/quality-report/comparison', async ({ query, db, scope, user, fileUrl }) =>
    joinTransaction(db, async (trx) => {
      const job = await scope.withDb(trx).findRow('annotation_job', query.job, { entityName: 'Job' });
      await requireKnownUser(trx, job.workspace_id, query.user);
      // Reviewers decide on appeals, so they may compare appealed work even if the workspace hides the statistics of other users.
      const isAppealed = scope.isAllowed(job.workspace_id, 'review') && (await hasAppealed(trx, job.id, query.gold, query.user));
      if (!isAppealed) await requireScoresOfOthers(trx, scope, job.workspace_id);
      const comparison = await readComparison(trx, job, { ...query, isScored: query.scored === true }, fileUrl);
      await recordGoldRead(trx, query.gold, user.id);
      return comparison;
    }),
  );

  route(app, 'PUT /annotate/v2/quality-target/{id}', async ({ params, body: { target }, db, scope }) => {
    await setTarget(db, await findTask(db, scope, params.id), target);
    return { target };
  });

  for (const kind of ['image', 'similarity'] as const)
    route(app, `PUT /annotate/v2/${kind}job/{id}/pause`, async ({ params, body, db, scope, user }) => {
      const job = await findJob(scope, kind, params.id, { lock: true });
      await setPaused(db, job, body.user, body.paused, user);
      return { paused: body.paused };
    });
}

interface ScoreQuery extends Pick<ScoreFilter, 'job' | 'user' | 'from' | 'to'> {
  task: string;
}

async function toFilter(
  db: Db,
  scope: Scope,
  { task: taskId, job, user, from: firstDay, to: lastDay }: ScoreQuery,
): Promise<ScoreFilter> {
  if (firstDay && lastDay && lastDay < firstDay) throw createFieldError('to', messages.lastDayBeforeFirstDay);
  const task = await findTask(db, scope, taskId);
  if (user) await requireKnownUser(db, task.workspaceId, user);
  if (job) await scope.requireSameWorkspace('annotation_job', [job], task.workspaceId, { field: 'job', entityName: 'Job' });
  return { task, job, user, from: firstDay, to: lastDay, isUpToYesterday: false };
}

/**
 * Whether the caller may see only their own scores. Reviewers see all scores, unless the setting of the workspace hides the statistics of
 * other users.
 */
async function isLimitedToOwnScores(db: Db, scope: Scope, workspaceId: string): Promise<boolean> {
  return !scope.isAllowed(workspaceId, 'review') || (await isLimitedToOwnStatistics(db, scope, workspaceId));
}

async function requireScoresOfOthers(db: Db, scope: Scope, workspaceId: string): Promise<void> {
  if (await isLimitedToOwnScores(db, scope, workspaceId)) throw new HttpError(403, messages.onlyOwnScores);
}
