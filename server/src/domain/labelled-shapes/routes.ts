import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { changeShapes } from './change';
import { bindCropRoute } from './crop-route';
import { listLabelledShapes } from './list';
import { sendImagesBack } from './send-back';

/** Binds the calls of the page that shows all shapes of a label as tiles. */
export function bindLabelledShapes(app: FastifyInstance): void {
  bindCropRoute(app);

  route(app, 'GET /annotate/v2/labelled-shape/', ({ query, db, scope, fileUrl }) =>
    listLabelledShapes({ ...app.deps, db }, scope, query, fileUrl),
  );

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
