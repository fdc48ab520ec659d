import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { changeShapes } from './change';
import { bindSimilarRoutes } from './similar';
import { bindCropRoute } from './crop-route';
import { listLabelledShapes, readLabelledShapes } from './list';
import { getLabelDomain } from './selection';
import { sendImagesBack } from './send-back';

/** Binds the calls of the page that shows all shapes of a label as tiles, and those that find similar items. */
export function bindLabelledShapes(app: FastifyInstance): void {
  bindCropRoute(app);
  bindSimilarRoutes(app);

  route(app, 'GET /annotate/v2/labelled-shape/', ({ query, db, scope, fileUrl }) =>
    listLabelledShapes({ ...app.deps, db }, scope, query, fileUrl),
  );

  route(app, 'GET /annotate/v2/labelled-shape/{id}', async ({ params, db, scope, fileUrl }) => {
    const workspaceId = scope.resolveWorkspace().id;
    const shape = (await readLabelledShapes(db, workspaceId, [params.id], fileUrl)).get(params.id);
    if (!shape) throw notFound('Shape');
    scope.requireWorkspace(workspaceId, DOMAIN_SERVICES[getLabelDomain(shape.kind)]);
    return shape;
  });

  route(
    app,
    'POST /annotate/v2/labelled-shape/change',
    { audit: ({ change, dry_run: isPreview }) => (change === 'delete' && !isPreview ? 'delete' : null) },
    (call) => changeShapes(call, call.body),
  );

  route(app, 'POST /annotate/v2/labelled-shape/send-back', ({ body, db, scope, user }) =>
    sendImagesBack(db, scope, body, user.id),
  );
}
