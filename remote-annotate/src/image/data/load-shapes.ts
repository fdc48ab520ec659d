import { api, type QueryScope } from '@console/shared-auth';
import { DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import type { Shape } from '../../editor';
import { shapeFromObject } from '../../shape-kinds/box/box-calls';
import { shapeFromPoint } from '../../shape-kinds/point/point-calls';
import { shapeFromPolygon } from '../../shape-kinds/polygon/polygon-calls';

const PAGE_SIZE = DEFAULT_PAGE_SIZE.shapes;

/** The kinds of shapes that the services of the workspace provide. */
export interface OfferedShapeKinds {
  objects: boolean;
  polygons: boolean;
  points: boolean;
}

async function loadObjects(image: string, scope: QueryScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /detection/v2/object/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromObject));
}

async function loadPolygons(image: string, scope: QueryScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /segmentation/v2/polygon/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromPolygon));
}

async function loadPoints(image: string, scope: QueryScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /annotate/v2/point/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromPoint));
}

/** Loads all shapes of an image, page by page and all kinds in parallel. Rejects when any page could not be loaded. */
export async function loadShapes(
  image: string,
  offered: OfferedShapeKinds,
  scope: QueryScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const results = await Promise.allSettled([
    offered.objects ? loadObjects(image, scope, onPage) : null,
    offered.polygons ? loadPolygons(image, scope, onPage) : null,
    offered.points ? loadPoints(image, scope, onPage) : null,
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
