import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { readOne } from '../../data-access/rows/view';
import type { WorkKind } from '../../platform/queue/kind';
import { cancelWork } from '../../platform/queue/queue';
import { workView as view } from './view';

const entityName = 'Work';

/** Registers the calls for background work: progress, result and cancellation. */
export function bindWork(app: FastifyInstance, kinds: readonly WorkKind[]): void {
  route(app, 'GET /annotate/v2/work/{id}', async ({ params, db, scope }) => {
    const work = await scope.findRow('long_work', params.id, { entityName });
    return readOne(db, view, work.id);
  });

  route(app, 'POST /annotate/v2/work/{id}/cancel', async ({ params, db, scope }) => {
    const work = await scope.findRow('long_work', params.id, { entityName, lock: true });
    await cancelWork(db, work.id, kinds);
    return readOne(db, view, work.id);
  });
}
