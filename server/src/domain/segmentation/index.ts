import type { FastifyInstance } from 'fastify';
import { bindLabelRoutes } from './labels';
import { bindMaskRoutes } from './masks';
import { bindModelRoutes } from './models';
import { bindPolygonRoutes } from './polygons';
import { bindTaskRoutes } from './tasks';

/** Binds all routes under `/segmentation`. */
export function bindSegmentation(app: FastifyInstance): void {
  bindLabelRoutes(app);
  bindTaskRoutes(app);
  bindModelRoutes(app);
  bindPolygonRoutes(app);
  bindMaskRoutes(app);
}
