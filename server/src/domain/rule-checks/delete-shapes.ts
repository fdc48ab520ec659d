import type { RuleKind } from '@console/shared-contract/quality-rules';
import { deleteFilesAfterCommit, type WriteContext } from '../../data-access/shapes/write-shape';
import { LABELLED_KINDS } from '../../data-access/shape-kinds/registry';

/** Deletes shapes, which undo can restore. */
export async function deleteViolatingShapes(
  context: WriteContext,
  shapes: readonly { kind: RuleKind; id: string }[],
): Promise<void> {
  const { db, scope } = context;
  const results = [];
  // Objects are deleted last, because this locks search facets (entries of the search index) until the transaction ends.
  for (const shapeKind of LABELLED_KINDS.toReversed()) {
    const ids = shapes.filter(({ kind }) => (kind === 'rotated' ? 'object' : kind) === shapeKind.name).map(({ id }) => id);
    if (ids.length > 0) results.push(await shapeKind.deleteShapes(db, scope.toWriteScope(), ids));
  }
  deleteFilesAfterCommit(
    context,
    results.flatMap(({ orphanedFiles }) => orphanedFiles),
  );
  const deletedIds = new Map<string, string[]>();
  for (const result of results)
    for (const [workspaceId, ids] of result.deletedIds)
      deletedIds.set(workspaceId, [...(deletedIds.get(workspaceId) ?? []), ...ids]);
  context.reportChangedIds(deletedIds);
}
