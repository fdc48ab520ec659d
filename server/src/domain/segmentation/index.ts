import type { FastifyInstance } from 'fastify';
import { bindLabelRoutes } from './labels';
import { bindModelRoutes } from './models';
import { bindMaskRoutes, bindPolygonRoutes } from './shapes';
import { bindTaskRoutes } from './tasks';

/** Binds all routes under `/segmentation`. */
export function bindSegmentation(app: FastifyInstance): void {
  bindLabelRoutes(app);
  bindTaskRoutes(app);
  bindModelRoutes(app);
  bindPolygonRoutes(app);
  bindMaskRoutes(app);
}
