import type { FastifyInstance } from 'fastify';
import { labelRoutes } from './labels';
import { modelRoutes } from './models';
import { polygonRoutes } from './polygons';
import { taskRoutes } from './tasks';

/** Binds all routes under `/segmentation`. */
export function bindSegmentation(app: FastifyInstance): void {
  labelRoutes(app);
  taskRoutes(app);
  modelRoutes(app);
  polygonRoutes(app);
}
