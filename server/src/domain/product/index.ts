import type { FastifyInstance } from 'fastify';
import { bindCollectionRoutes } from './collections';
import { bindProductCsvRoutes } from './csv/routes';
import { bindCropRoute } from './images/crop';
import { bindProductImageRoutes } from './images/routes';
import { bindPriceRoutes } from './prices';
import { bindChangeRoute } from './products/change';
import { bindProductRoutes } from './products/routes';
import { bindSetRoutes } from './sets/routes';

/** Binds all routes under `/product`. */
export function bindProduct(app: FastifyInstance): void {
  bindCollectionRoutes(app);
  bindProductRoutes(app);
  bindChangeRoute(app);
  bindProductImageRoutes(app);
  bindCropRoute(app);
  bindProductCsvRoutes(app);
  bindPriceRoutes(app);
  bindSetRoutes(app);
}
