import type { FastifyInstance } from 'fastify';
import { bindLabelRoutes } from './labels/routes';
import { bindModelRoutes } from './models';
import { bindCropFileRoute } from './objects/crop.routes';
import { bindObjectRoutes } from './objects/routes';
import { bindSkeletonRoutes } from './skeletons/routes';
import { bindTaskRoutes } from './tasks/routes';

/** Binds all routes under `/detection`. */
export function bindDetection(app: FastifyInstance): void {
  bindLabelRoutes(app);
  bindTaskRoutes(app);
  bindObjectRoutes(app);
  bindCropFileRoute(app);
  bindSkeletonRoutes(app);
  bindModelRoutes(app);
}
