import type { Point } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { pointKind } from '../../../data-access/shape-kinds/point';
import { BULK_ROUTE, ShapeResource } from '../../../data-access/shapes/shape-resource';
import { createShapeView } from '../../../data-access/shapes/shape-view';
import { route } from '../../../platform/http/route/route';

const POINT = '/annotate/v2/point/{id}';

const points = new ShapeResource(pointKind, createShapeView<Point>(pointKind), (point) => point);

/** Binds the routes of named points on images. */
export function bindPointRoutes(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/point/', (call) => points.list(call));
  route(app, 'POST /annotate/v2/point/', { hasBulkCall: true }, (call) => points.create(call));
  route(app, 'POST /annotate/v2/point/bulk', BULK_ROUTE, (call) => points.writeBulk(call));
  route(app, `GET ${POINT}`, (call) => points.read(call));
  route(app, `PUT ${POINT}/`, (call) => points.change(call));
  route(app, `PATCH ${POINT}`, (call) => points.change(call));
  route(app, `DELETE ${POINT}`, (call) => points.delete(call));
}
