import type { FastifyInstance } from 'fastify';
import { omitUndefined } from '../../../data-access/rows/partial-update';
import { route } from '../../../platform/http/route/route';
import { readQualitySettings } from './read-settings';

/** Binds the routes of the quality settings of workspaces. */
export function bindQualitySettings(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/quality-settings/', ({ db, scope }) => readQualitySettings(db, scope.resolveWorkspace().id));

  route(app, 'PUT /annotate/v2/quality-settings/', async ({ body, db, scope }) => {
    const { workspace, ...fields } = body;
    const { id } = scope.resolveWorkspace(workspace);
    const changes = omitUndefined(fields);
    if (Object.keys(changes).length > 0)
      await db
        .insertInto('quality_settings')
        .values({ workspace_id: id, ...changes })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(changes))
        .execute();
    return readQualitySettings(db, id);
  });
}
