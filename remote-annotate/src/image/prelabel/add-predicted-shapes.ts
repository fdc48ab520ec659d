import { isLabelled, type Editor, type NewShape, type Shape } from '../../editor';
import { getIntersectionOverUnion } from '../../editor/geometry/bounds';
import { productShapes } from '../../shape-kinds/product-shapes';
import { addNewShapes } from './add-new-shapes';

/**
 * From this IoU on, two shapes with the same label count as the same object. Scores and suspected errors use the same limit.
 */
const MIN_OVERLAP = 0.5;

/** The result of adding a prediction. */
export interface AddedPrediction {
  addedCount: number;
  /** Number of predicted shapes that match existing ones. */
  matchedCount: number;
}

/**
 * Adds predicted shapes as one undo step, without those that match an existing shape of the same kind and label. Polygons are
 * compared by their bounds. Each existing shape matches one predicted shape, largest overlap first. The second of two adjacent
 * objects is therefore added.
 */
export function addPredictedShapes(editor: Editor, drafts: readonly NewShape[]): AddedPrediction {
  const predictedCandidates = drafts.flatMap(
    (draft) => productShapes.normalise({ metaData: {}, ...draft, id: '' } as Shape, editor.imageSize) ?? [],
  );
  const drawnCandidates = editor.document.getShapes().map(toCandidate);
  const pairs = predictedCandidates
    .flatMap((shape) => {
      const candidate = toCandidate(shape);
      return drawnCandidates
        .filter(({ key }) => key === candidate.key)
        .map((each) => ({ shape, drawn: each.shape, overlap: getIntersectionOverUnion(candidate.bounds, each.bounds) }));
    })
    .filter(({ overlap }) => overlap >= MIN_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap);
  const matchedExisting = new Set<Shape>();
  const matchedPredictions = new Set<Shape>();
  for (const { shape, drawn } of pairs) {
    if (matchedExisting.has(drawn) || matchedPredictions.has(shape)) continue;
    matchedExisting.add(drawn);
    matchedPredictions.add(shape);
  }
  const fresh = predictedCandidates.filter((shape) => !matchedPredictions.has(shape));
  return { addedCount: addNewShapes(editor, fresh, 'prediction'), matchedCount: matchedPredictions.size };
}

const toCandidate = (shape: Shape) => ({
  shape,
  key: `${shape.kind} ${isLabelled(shape) ? shape.labelId : shape.name}`,
  bounds: productShapes.getBounds(shape),
});
