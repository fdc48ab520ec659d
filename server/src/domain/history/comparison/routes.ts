import type { FastifyInstance } from 'fastify';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { resolveComparison, type StateComparison, type ComparisonRequest } from '../../../ml/comparison/resolve-comparison';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import { countChanges, listChangedImages } from './compare';

/** Binds the routes that compare the state of a workspace at two moments, or with the state that a training used. */
export function bindHistoryComparison(app: FastifyInstance): void {
  route(app, 'GET /history/v2/comparison/', async ({ query, db, scope }) => {
    const comparison = await findComparison(db, scope, query);
    const periodStart = 'training' in comparison ? comparison.training.created : comparison.period.since;
    return {
      since: periodStart.toISOString(),
      until: (query.until ?? new Date()).toISOString(),
      ...(await countChanges(db, comparison)),
    };
  });

  route(app, 'GET /history/v2/comparison/image/', async ({ query, db, scope, page }) => {
    const comparison = await findComparison(db, scope, query);
    const { count, rows } = await listChangedImages(db, comparison, query.change, toLimitOffset(query));
    return page(count, rows);
  });
}

async function findComparison(db: Db, scope: Scope, query: ComparisonRequest): Promise<StateComparison> {
  const workspaceId = await resolveListWorkspace(scope, [
    { table: 'dataset_version', ids: [query.training], field: 'training', entityName: 'Dataset' },
  ]);
  const comparison = await resolveComparison(db, workspaceId, query);
  if (!comparison) throw createFieldError('since', 'is required');
  return comparison;
}
