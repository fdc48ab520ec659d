import type { FastifyInstance } from 'fastify';
import { labelRoutes } from './labels/routes';
import { modelRoutes } from './models';
import { objectRoutes } from './objects/routes';
import { taskRoutes } from './tasks/routes';

/** Binds the calls under /detection. */
export function bindDetection(app: FastifyInstance): void {
  labelRoutes(app);
  taskRoutes(app);
  objectRoutes(app);
  modelRoutes(app);
}
