import type { FastifyInstance } from 'fastify';
import { bindAdjudicationRoutes } from './adjudication/routes';
import { bindGold } from './gold/routes';
import { bindGroupAdjudicationRoutes } from './group-adjudication/routes';
import { bindGoldSamples } from './gold-samples/routes';
import { bindLayerRoutes } from './layers/routes';
import { bindAllJobRoutes } from './jobs/routes';
import { bindReviewRoutes } from './jobs/review-routes';
import { bindPointRoutes } from './points/routes';
import { bindQualitySettings } from './settings/routes';
import { bindVerificationRoutes } from './verifications/routes';

/** Binds all routes under `/annotate` except evaluations. */
export function bindAnnotation(app: FastifyInstance): void {
  bindPointRoutes(app);
  bindVerificationRoutes(app);
  bindAllJobRoutes(app);
  bindLayerRoutes(app);
  bindReviewRoutes(app);
  bindAdjudicationRoutes(app);
  bindGroupAdjudicationRoutes(app);
  bindQualitySettings(app);
  bindGold(app);
  bindGoldSamples(app);
}
