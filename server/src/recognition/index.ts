import type { FastifyInstance } from 'fastify';
import { imageRoutes } from './images/routes';
import { labelRoutes } from './labels/routes';
import { modelRoutes } from './tasks/models';
import { taskRoutes } from './tasks/routes';

/** Binds all routes under `/recognition`. */
export function bindRecognition(app: FastifyInstance): void {
  imageRoutes(app);
  labelRoutes(app);
  taskRoutes(app);
  modelRoutes(app);
}
