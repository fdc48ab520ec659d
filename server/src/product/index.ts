import type { FastifyInstance } from 'fastify';
import { collectionRoutes } from './collections';
import { productCsvRoutes } from './csv/routes';
import { cropRoutes } from './images/crop';
import { productImageRoutes } from './images/routes';
import { priceRoutes } from './prices';
import { changeRoutes } from './products/change';
import { productRoutes } from './products/routes';
import { setRoutes } from './sets/routes';

/** Binds all routes under `/product`. */
export function bindProduct(app: FastifyInstance): void {
  collectionRoutes(app);
  productRoutes(app);
  changeRoutes(app);
  productImageRoutes(app);
  cropRoutes(app);
  productCsvRoutes(app);
  priceRoutes(app);
  setRoutes(app);
}
