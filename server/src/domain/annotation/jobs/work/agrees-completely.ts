import type { SimilarityContext } from '../../../../data-access/shapes/measure';
import { compareWork, matchShapes, type WorkSnapshot } from './compare';

/** Minimum similarity of two shapes that count as equal. It is below 1, because two users never draw exactly the same edges. */
const MIN_SIMILARITY = 0.9;

/**
 * Whether all users have the same labels, shapes and attributes, so that the work of any of them can be copied to the image.
 * Shapes must be more similar than in the agreement report. Points must have the same position.
 */
export function agreesCompletely(snapshots: readonly WorkSnapshot[], templates?: SimilarityContext['templates']): boolean {
  // Without the size of the image, only points with the same position are similar.
  const context = templates && { templates };
  return snapshots.every((firstWork, index) =>
    snapshots.slice(index + 1).every((secondWork) => isSameWork(firstWork, secondWork, context)),
  );
}

function isSameWork(firstWork: WorkSnapshot, secondWork: WorkSnapshot, context: Partial<SimilarityContext> = {}): boolean {
  const { sameLabels, allLabels, sameShapes, allShapes, sameAttributes, allAttributes } = compareWork(
    firstWork,
    secondWork,
    context,
  );
  const isSame = sameLabels === allLabels && sameShapes === allShapes && sameAttributes === allAttributes;
  return (
    isSame && matchShapes(firstWork.shapes, secondWork.shapes, context).every(({ similarity }) => similarity >= MIN_SIMILARITY)
  );
}
