import type { FastifyInstance } from 'fastify';
import { lockCsvImports } from '../../../data-access/csv/import-lock';
import { canApply, planImport } from '../../../data-access/csv/plan-import';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { route } from '../../../platform/http/route/route';
import { listGroupReferences } from '../groups/filter';
import { parseGroups, exportGroups, readGroupCsv } from './group-csv';
import { applyGroupImport, planGroupImport } from './plan-import';

/** Binds the routes for CSV export and import of groups with their images. */
export function bindCsvRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/csv', async ({ query, db, scope }) => ({
    csv: await exportGroups(db, await resolveListWorkspace(scope, listGroupReferences(query)), query),
  }));

  route(app, 'POST /similarity/training/v2/group/csv', { largeBody: true }, async ({ body, db, scope }) => {
    const { id } = scope.resolveWorkspace();
    if (!body.dry_run) await lockCsvImports(db, id);
    const importPlan = await planImport(readGroupCsv(body.csv), body.skip_invalid, (csv) =>
      planGroupImport(db, id, parseGroups(csv)),
    );
    const { plan, changes } = importPlan;
    if (body.dry_run || !canApply(importPlan, body.skip_invalid)) return plan;
    await applyGroupImport(db, id, changes);
    return { ...plan, applied: true };
  });
}
