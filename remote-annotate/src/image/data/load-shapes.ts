import { api, isUnsupportedCall, type QueryScope } from '@console/shared-auth';
import { DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import type { Shape, ShapeKind } from '../../editor';
import { shapeFromObject } from '../../shape-kinds/box/box-calls';
import { shapeFromMask } from '../../shape-kinds/mask/mask-calls';
import { shapeFromPoint } from '../../shape-kinds/point/point-calls';
import { shapeFromSkeleton } from '../../shape-kinds/skeleton/skeleton-calls';
import { shapeFromPolygon } from '../../shape-kinds/polygon/polygon-calls';

const PAGE_SIZE = DEFAULT_PAGE_SIZE.shapes;

type LoadScope = Pick<QueryScope, 'workspace'> & Partial<QueryScope>;
type LoadKind = (image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void) => Promise<void>;

async function loadObjects(image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /detection/v2/object/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromObject));
}

async function loadPolygons(image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /segmentation/v2/polygon/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromPolygon));
}

async function loadMasks(image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  try {
    for await (const page of api.pages('GET /segmentation/v2/mask/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
      onPage(page.results.flatMap((row) => shapeFromMask(row) ?? []));
  } catch (error) {
    // A server of the previous release has no masks. Its other shapes must load.
    if (!isUnsupportedCall(error)) throw error;
  }
}

async function loadPoints(image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /annotate/v2/point/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromPoint));
}

async function loadSkeletons(image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  for await (const page of api.pages('GET /detection/v2/skeleton/', { query: { image, page_size: PAGE_SIZE }, ...scope }))
    onPage(page.results.map(shapeFromSkeleton));
}

const loaders: Readonly<Record<ShapeKind, LoadKind>> = {
  object: loadObjects,
  polygon: loadPolygons,
  mask: loadMasks,
  point: loadPoints,
  skeleton: loadSkeletons,
};

/** Loads the shapes of an image, page by page and the kinds in parallel. Rejects when any page could not be loaded. */
export async function loadShapes(
  image: string,
  kinds: readonly ShapeKind[],
  scope: LoadScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const results = await Promise.allSettled(kinds.map((kind) => loaders[kind](image, scope, onPage)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
