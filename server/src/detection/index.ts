import type { FastifyInstance } from 'fastify';
import { labelRoutes } from './labels/routes';
import { modelRoutes } from './models';
import { bindCutOutRoute } from './objects/cut-out.routes';
import { objectRoutes } from './objects/routes';
import { taskRoutes } from './tasks/routes';

/** Binds all routes under `/detection`. */
export function bindDetection(app: FastifyInstance): void {
  labelRoutes(app);
  taskRoutes(app);
  objectRoutes(app);
  bindCutOutRoute(app);
  modelRoutes(app);
}
