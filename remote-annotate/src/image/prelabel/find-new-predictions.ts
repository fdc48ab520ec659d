import { isLabelled, type ImageSize, type LabelledShape, type NewShape, type Shape } from '../../editor';
import { getIntersectionOverUnion } from '../../editor/geometry/bounds';
import { shapeKinds } from '../../shape-kinds/kind-registry';

/** Minimum IoU at which two shapes with the same label count as the same object. Scores and suspected errors use the same limit. */
const MIN_OVERLAP = 0.5;

/** The predicted shapes that the image does not have yet. */
interface NewPredictions {
  readonly shapes: readonly LabelledShape[];
  /** Number of predicted shapes that match existing shapes. */
  readonly matchedCount: number;
}

/**
 * Returns the predicted shapes, except shapes that match an existing shape of the same kind and label, or do not fit the image. Polygons
 * are compared by their bounds. Each existing shape matches at most one predicted shape, the one with the largest overlap. So if
 * two predictions are close to one shape, one of them is new.
 */
export function findNewPredictions(
  drawnShapes: readonly Shape[],
  drafts: readonly NewShape[],
  imageSize: ImageSize,
): NewPredictions {
  const predictedCandidates = drafts.flatMap(
    (draft) => shapeKinds.normalise({ metaData: {}, ...draft, id: '' } as Shape, imageSize) ?? [],
  );
  const drawnCandidates = drawnShapes.map(toCandidate);
  const pairs = predictedCandidates
    .flatMap((predictedShape) => {
      const candidate = toCandidate(predictedShape);
      return drawnCandidates
        .filter(({ key }) => key === candidate.key)
        .map((drawnCandidate) => ({
          shape: predictedShape,
          drawnShape: drawnCandidate.shape,
          overlap: getIntersectionOverUnion(candidate.bounds, drawnCandidate.bounds),
        }));
    })
    .filter(({ overlap }) => overlap >= MIN_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap);
  const matchedExisting = new Set<Shape>();
  const matchedPredictions = new Set<Shape>();
  for (const { shape: predictedShape, drawnShape } of pairs) {
    if (matchedExisting.has(drawnShape) || matchedPredictions.has(predictedShape)) continue;
    matchedExisting.add(drawnShape);
    matchedPredictions.add(predictedShape);
  }
  const shapes = predictedCandidates.filter((predictedShape) => !matchedPredictions.has(predictedShape)).filter(isLabelled);
  return { shapes, matchedCount: matchedPredictions.size };
}

const toCandidate = (shape: Shape) => ({
  shape,
  key: `${shape.kind} ${isLabelled(shape) ? shape.labelId : shape.name}`,
  bounds: shapeKinds.getBounds(shape),
});
