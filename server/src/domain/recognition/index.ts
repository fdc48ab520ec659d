import type { FastifyInstance } from 'fastify';
import { bindImageRoutes } from './images/routes';
import { bindLabelRoutes } from './labels/routes';
import { bindModelRoutes } from './tasks/models';
import { bindTaskRoutes } from './tasks/routes';

/** Binds all routes under `/recognition`. */
export function bindRecognition(app: FastifyInstance): void {
  bindImageRoutes(app);
  bindLabelRoutes(app);
  bindTaskRoutes(app);
  bindModelRoutes(app);
}
