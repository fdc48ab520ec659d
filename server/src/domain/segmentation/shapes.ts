import type { Mask, Polygon } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { maskKind } from '../../data-access/shape-kinds/mask';
import { polygonKind } from '../../data-access/shape-kinds/polygon';
import { BULK_ROUTE, ShapeResource } from '../../data-access/shapes/shape-resource';
import { createShapeView } from '../../data-access/shapes/shape-view';
import { route } from '../../platform/http/route/route';

const POLYGON = '/segmentation/v2/polygon/{id}';
const MASK = '/segmentation/v2/mask/{id}';

const polygons = new ShapeResource(polygonKind, createShapeView<Polygon>(polygonKind), (polygon) => polygon);
const masks = new ShapeResource(maskKind, createShapeView<Mask>(maskKind), (mask) => mask);

/** Binds the routes of polygons on images. */
export function bindPolygonRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/polygon/', (call) => polygons.list(call));
  route(app, 'POST /segmentation/v2/polygon/', { hasBulkCall: true }, (call) => polygons.create(call));
  route(app, 'POST /segmentation/v2/polygon/bulk', BULK_ROUTE, (call) => polygons.writeBulk(call));
  route(app, `GET ${POLYGON}`, (call) => polygons.read(call));
  route(app, `PUT ${POLYGON}/`, (call) => polygons.change(call));
  route(app, `DELETE ${POLYGON}`, (call) => polygons.delete(call));
  route(app, 'DELETE /segmentation/v2/polygon/image', (call) => polygons.deleteOnImage(call));
}

/** Binds the routes of masks on images. */
export function bindMaskRoutes(app: FastifyInstance): void {
  route(app, 'GET /segmentation/v2/mask/', (call) => masks.list(call));
  route(app, 'POST /segmentation/v2/mask/', { hasBulkCall: true }, (call) => masks.create(call));
  route(app, 'POST /segmentation/v2/mask/bulk', BULK_ROUTE, (call) => masks.writeBulk(call));
  route(app, `GET ${MASK}`, (call) => masks.read(call));
  route(app, `PUT ${MASK}/`, (call) => masks.change(call));
  route(app, `DELETE ${MASK}`, (call) => masks.delete(call));
  route(app, 'DELETE /segmentation/v2/mask/image', (call) => masks.deleteOnImage(call));
}
