import { api, isUnsupportedCall, type QueryScope } from '@console/shared-auth';
import { DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import { SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import type { Shape, ShapeKind } from '../../editor';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

type LoadScope = Pick<QueryScope, 'workspace'> & Partial<QueryScope>;

/** Loads the shapes of an image: all kinds in parallel, each kind page by page. Rejects if a page cannot be loaded. */
export async function loadShapes(
  imageId: string,
  kinds: readonly ShapeKind[],
  scope: LoadScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const results = await Promise.allSettled(kinds.map((kind) => loadShapesOfKind(kind, imageId, scope, onPage)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function loadShapesOfKind(
  kind: ShapeKind,
  imageId: string,
  scope: LoadScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const { path, isOriginal } = SHAPE_KINDS[kind];
  const query = { image: imageId, page_size: DEFAULT_PAGE_SIZE.shapes };
  try {
    for await (const { results } of api.pages(`GET ${path}/`, { query, ...scope }))
      onPage(results.flatMap((row) => shapeFromRow(kind, row) ?? []));
  } catch (error) {
    // An older server does not support all kinds. Load the other kinds anyway.
    if (isOriginal || !isUnsupportedCall(error)) throw error;
  }
}
