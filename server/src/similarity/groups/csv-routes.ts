import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import { readCsv, writeCsv } from './csv';
import { applyCsv, planCsv } from './csv-plan';

/** Groups as CSV by the names of their images, out and in. */
export function csvRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/csv', async ({ db, scope }) => ({
    csv: await writeCsv(db, scope.workspace().id),
  }));

  route(app, 'POST /similarity/training/v2/group/csv', async ({ body, db, scope }) => {
    const { id } = scope.workspace();
    const { plan, groups } = await planCsv(db, id, readCsv(body.csv));
    if (body.dry_run || plan.errors.length > 0) return plan;
    await applyCsv(db, id, groups);
    return { ...plan, applied: true };
  });
}
