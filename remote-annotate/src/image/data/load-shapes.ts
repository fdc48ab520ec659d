import { api, isUnsupportedCall, type QueryScope } from '@console/shared-auth';
import { DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import { SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import type { Shape, ShapeKind } from '../../editor';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

type LoadScope = Pick<QueryScope, 'workspace'> & Partial<QueryScope>;

/** Loads the shapes of an image, page by page and the kinds in parallel. Rejects when any page could not be loaded. */
export async function loadShapes(
  image: string,
  kinds: readonly ShapeKind[],
  scope: LoadScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const results = await Promise.allSettled(kinds.map((kind) => loadKind(kind, image, scope, onPage)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function loadKind(kind: ShapeKind, image: string, scope: LoadScope, onPage: (shapes: Shape[]) => void): Promise<void> {
  const { path, isOriginal } = SHAPE_KINDS[kind];
  const query = { image, page_size: DEFAULT_PAGE_SIZE.shapes };
  try {
    for await (const { results } of api.pages(`GET ${path}/`, { query, ...scope }))
      onPage(results.flatMap((row) => shapeFromRow(kind, row) ?? []));
  } catch (error) {
    // A server of an earlier release does not have all kinds. Its other shapes must load.
    if (isOriginal || !isUnsupportedCall(error)) throw error;
  }
}
