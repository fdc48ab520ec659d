import type { FastifyInstance } from 'fastify';
import { changeRoutes } from './groups/change';
import { bindCsvRoutes } from './groups/csv-routes';
import { bindMemberRoutes } from './groups/member-routes';
import { groupRoutes } from './groups/routes';
import { similarRoutes } from './similar';
import { taskRoutes } from './tasks';
import { typeRoutes } from './types';

/** Binds all routes under `/similarity`. */
export function bindSimilarity(app: FastifyInstance): void {
  typeRoutes(app);
  taskRoutes(app);
  groupRoutes(app);
  bindMemberRoutes(app);
  changeRoutes(app);
  bindCsvRoutes(app);
  similarRoutes(app);
}
