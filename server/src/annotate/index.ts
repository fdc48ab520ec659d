import type { FastifyInstance } from 'fastify';
import { jobRoutes } from './jobs/routes';
import { reviewRoutes } from './jobs/review-routes';
import { pointRoutes } from './points/routes';
import { verificationRoutes } from './verifications/routes';

/** Binds all routes under `/annotate` except evaluations. */
export function bindAnnotate(app: FastifyInstance): void {
  pointRoutes(app);
  verificationRoutes(app);
  jobRoutes(app);
  reviewRoutes(app);
}
