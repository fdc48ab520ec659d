import type { FastifyInstance } from 'fastify';
import { labelRoutes } from './labels/routes';
import { modelRoutes } from './models';
import { cutOutRoute } from './objects/cut-out.routes';
import { objectRoutes } from './objects/routes';
import { taskRoutes } from './tasks/routes';

/** Binds the calls under /detection. */
export function bindDetection(app: FastifyInstance): void {
  labelRoutes(app);
  taskRoutes(app);
  objectRoutes(app);
  cutOutRoute(app);
  modelRoutes(app);
}
