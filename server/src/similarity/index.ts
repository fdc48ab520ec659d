import type { FastifyInstance } from 'fastify';
import { changeRoutes } from './groups/change';
import { csvRoutes } from './groups/csv-routes';
import { memberRoutes } from './groups/member-routes';
import { groupRoutes } from './groups/routes';
import { similarRoutes } from './similar';
import { taskRoutes } from './tasks';
import { typeRoutes } from './types';

/** Binds the calls under /similarity. */
export function bindSimilarity(app: FastifyInstance): void {
  typeRoutes(app);
  taskRoutes(app);
  groupRoutes(app);
  memberRoutes(app);
  changeRoutes(app);
  csvRoutes(app);
  similarRoutes(app);
}
