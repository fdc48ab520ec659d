import { compareWork, matchShapes, type SnapshotShape, type Templates, type WorkSnapshot } from './compare';

/** Minimum similarity of two shapes that count as equal. It is below 1, because nobody draws the same edges twice. */
const MIN_SIMILARITY = 0.9;

/** A point of a snapshot also has a name. */
type NamedShape = SnapshotShape & { name?: string | null };

/**
 * Whether all users have the same labels, shapes and attributes, so that the work of any of them can be copied to the image.
 * Shapes must be more similar than in the agreement report. Points must be equal, which the report does not compare.
 */
export function agreesCompletely(works: readonly WorkSnapshot[], templates: Templates = new Map()): boolean {
  return works.every((first, index) => works.slice(index + 1).every((second) => isSameWork(first, second, templates)));
}

function isSameWork(first: WorkSnapshot, second: WorkSnapshot, templates: Templates): boolean {
  const { sameLabels, allLabels, sameShapes, allShapes, sameAttributes, allAttributes } = compareWork(first, second, templates);
  const isSame = sameLabels === allLabels && sameShapes === allShapes && sameAttributes === allAttributes;
  return (
    isSame &&
    listPoints(first) === listPoints(second) &&
    matchShapes(first.shapes, second.shapes, templates).every(({ similarity }) => similarity >= MIN_SIMILARITY)
  );
}

const listPoints = ({ shapes }: WorkSnapshot): string =>
  JSON.stringify(
    shapes
      .filter(({ kind }) => kind === 'point')
      .map((shape: NamedShape) => JSON.stringify([shape.name ?? '', ...shape.data]))
      .sort(),
  );
