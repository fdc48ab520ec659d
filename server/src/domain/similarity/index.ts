import type { FastifyInstance } from 'fastify';
import { bindChangeRoute } from './groups/change';
import { bindCsvRoutes } from './csv/routes';
import { bindMemberRoutes } from './groups/member-routes';
import { bindGroupRoutes } from './groups/routes';
import { bindTaskRoutes } from './tasks';
import { bindTypeRoutes } from './types';

/** Binds all routes under `/similarity`. */
export function bindSimilarity(app: FastifyInstance): void {
  bindTypeRoutes(app);
  bindTaskRoutes(app);
  bindGroupRoutes(app);
  bindMemberRoutes(app);
  bindChangeRoute(app);
  bindCsvRoutes(app);
}
