import type { StatisticsRow } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireKnownUser } from '../../../platform/access/known-user';
import {
  isLimitedToOwnStatistics,
  readStatisticsVisibility,
  setStatisticsVisibility,
} from '../../../platform/access/statistics-visibility';
import type { Db } from '../../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../../platform/errors';
import { route } from '../../../platform/http/route/route';
import { hidesGoldItems } from '../../quality/gold/hides-gold';
import { normalizePeriods, recordActiveTime } from './active-time';
import { readForecast } from './forecast';
import { readStatistics } from './read-statistics';

const MAX_DAYS = 731;
const messages = {
  ownOnly: 'The settings of this workspace show members only their own statistics.',
  noForecast: 'Annotators see the forecast again when the jobs with gold items are completed.',
  order: 'must not be before the first day',
  period: `must be at most ${MAX_DAYS} days after the first day`,
};

/** Registers the routes of statistics: counts, the forecast of a job, their visibility, and reports of active time. */
export function bindStatistics(app: FastifyInstance): void {
  route(app, 'GET /history/v2/statistics/', async ({ query, db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    const { from: firstDay, to: lastDay, group_by, job, label } = query;
    if (lastDay < firstDay) throw createFieldError('to', messages.order);
    if (Date.parse(lastDay) - Date.parse(firstDay) > MAX_DAYS * 86_400_000) throw createFieldError('to', messages.period);
    if (query.user) await requireKnownUser(db, workspaceId, query.user);
    if (job) await scope.requireSameWorkspace('annotation_job', [job], workspaceId, { field: 'job', entityName: 'Job' });
    if (label) await requireLabel(db, workspaceId, label);
    const visibility = await readStatisticsVisibility(db, workspaceId);
    const isLimited = await isLimitedToOwnStatistics(db, scope, workspaceId);
    if (isLimited && query.user && query.user !== user.id) throw new HttpError(403, messages.ownOnly);
    const filter = { workspaceId, from: firstDay, to: lastDay, job, label, user: isLimited ? user.id : query.user };
    const { complete, results } = await readStatistics(db, filter, group_by);
    const visibleRows = (await hidesGoldItems(db, workspaceId)) ? omitAnnotationCounts(results) : results;
    return { visibility, own_only: isLimited, complete, results: visibleRows };
  });

  route(app, 'GET /history/v2/statistics/forecast/', async ({ query, db, scope }) => {
    const job = await scope.findRow('annotation_job', query.job, { entityName: 'Job' });
    if (await hidesGoldItems(db, job.workspace_id)) throw new HttpError(403, messages.noForecast);
    return readForecast(db, job);
  });

  route(app, 'PUT /history/v2/statistics/visibility/', async ({ body: { visibility }, db, scope, user }) => {
    const { id } = scope.resolveWorkspace();
    await setStatisticsVisibility(db, id, visibility, user);
    return { visibility };
  });

  route(app, 'POST /history/v2/active-time/', async ({ body, db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    const jobs = body.periods.flatMap(({ job }) => job ?? []);
    await scope.requireSameWorkspace('annotation_job', jobs, workspaceId, { field: 'periods', entityName: 'Job' });
    await recordActiveTime(db, { workspaceId, userId: user.id }, normalizePeriods(body));
    return {};
  });
}

/** Omits the counts that do not increase with work on gold-standard items, because they would reveal which items are gold. */
const omitAnnotationCounts = (rows: readonly StatisticsRow[]): StatisticsRow[] =>
  rows
    .filter(({ label }) => !label)
    .map((row) => ({ ...row, shapes_created: 0, shapes_changed: 0, shapes_deleted: 0, labels_set: 0, found_wrong: 0 }));

/** Throws 404 unless the id belongs to a label of any kind. */
async function requireLabel(db: Db, workspaceId: string, labelId: string): Promise<void> {
  const isLabel = sql`where id = ${labelId} and workspace_id = ${workspaceId}`;
  const { rows } = await sql`
    select 1 where exists (select from recognition_label ${isLabel}) or exists (select from detection_label ${isLabel})
      or exists (select from segmentation_label ${isLabel})`.execute(db);
  if (rows.length === 0) throw notFound('Label');
}
