import type { Skeleton } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { skeletonKind } from '../../../data-access/shape-kinds/skeleton';
import { BULK_ROUTE, ShapeResource } from '../../../data-access/shapes/shape-resource';
import { createShapeView } from '../../../data-access/shapes/shape-view';
import { route } from '../../../platform/http/route/route';

const SKELETON = '/detection/v2/skeleton/{id}';

const skeletons = new ShapeResource(skeletonKind, createShapeView<Skeleton>(skeletonKind), (skeleton) => skeleton);

/** Binds the routes of skeletons on images. */
export function bindSkeletonRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/skeleton/', (call) => skeletons.list(call));
  route(app, 'POST /detection/v2/skeleton/', { hasBulkCall: true }, (call) => skeletons.create(call));
  route(app, 'POST /detection/v2/skeleton/bulk', BULK_ROUTE, (call) => skeletons.writeBulk(call));
  route(app, `GET ${SKELETON}`, (call) => skeletons.read(call));
  route(app, `PUT ${SKELETON}/`, (call) => skeletons.change(call));
  route(app, `DELETE ${SKELETON}`, (call) => skeletons.delete(call));
  route(app, 'DELETE /detection/v2/skeleton/image', (call) => skeletons.deleteOnImage(call));
}
