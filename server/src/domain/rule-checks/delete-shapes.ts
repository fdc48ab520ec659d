import type { RuleKind } from '@console/shared-contract/quality-rules';
import { deleteFilesAfterCommit, type WriteContext } from '../../data-access/shapes/write-shape';
import { writeShapes } from '../../data-access/shapes/write';
import { objectKind } from '../detection/objects/kind';
import { skeletonKind } from '../detection/skeletons/kind';
import { maskKind } from '../segmentation/mask-kind';
import { polygonKind } from '../segmentation/polygon-kind';

/** Deletes shapes, which undo can restore. */
export async function deleteViolatingShapes(
  context: WriteContext,
  shapes: readonly { kind: RuleKind; id: string }[],
): Promise<void> {
  const { db, scope } = context;
  const selectDeletions = (...kinds: readonly RuleKind[]) =>
    shapes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => ({ op: 'delete' as const, id }));
  const results = [
    await writeShapes(db, scope.toWriteScope(), objectKind, selectDeletions('object', 'rotated')),
    await writeShapes(db, scope.toWriteScope(), skeletonKind, selectDeletions('skeleton')),
    await writeShapes(db, scope.toWriteScope(), polygonKind, selectDeletions('polygon')),
    await writeShapes(db, scope.toWriteScope(), maskKind, selectDeletions('mask')),
  ];
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
