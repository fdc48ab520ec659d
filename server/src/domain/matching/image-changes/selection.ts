import type { ImageChangeBody } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { getMatchBitmap, listSeqs, type FacetFilter } from '../../../data-access/facets';
import { findExistingIds } from '../../../data-access/rows/bulk-locks';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { toImageFilter } from '../../recognition/images/filter';

/** The images of a bulk call, all of one workspace: listed, or all that match a filter. */
export type ImageSelection = { workspaceId: string; ids: readonly string[] } | { workspaceId: string; filter: FacetFilter };

/** Returns the selected images; null if nothing can match. */
export async function selectImages(
  db: Db,
  scope: Scope,
  body: Pick<ImageChangeBody, 'images' | 'filter' | 'skip_gone'>,
): Promise<ImageSelection | null> {
  if (body.filter) {
    const filter = await toImageFilter(db, scope, body.filter);
    return filter && { workspaceId: filter.workspaceId, filter };
  }
  const ids = [...new Set(body.images)];
  const [firstId] = body.skip_gone ? await findExistingIds(db, scope, 'training_image', ids) : ids;
  if (firstId === undefined) return { workspaceId: scope.resolveWorkspace().id, ids: [] };
  const { workspace_id: workspaceId } = await scope.findRow('training_image', firstId, { entityName: 'Image' });
  if (!body.skip_gone)
    await scope.requireSameWorkspace('training_image', ids, workspaceId, { field: 'images', entityName: 'Image' });
  return { workspaceId, ids };
}

/** SQL condition: the image `i` is selected. */
export async function toImageCondition(db: Db, selection: ImageSelection): Promise<RawBuilder<unknown>> {
  if ('ids' in selection) return sql`i.workspace_id = ${selection.workspaceId} and i.id = any(${selection.ids}::uuid[])`;
  const seqs = listSeqs(await getMatchBitmap(db, selection.filter));
  return sql`i.workspace_id = ${selection.workspaceId} and i.seq = any(${seqs}::int[])`;
}
