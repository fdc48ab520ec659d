import type { Editor, NewShape, Shape } from '../../editor';
import { boundsOverlap, normaliseShape, shapeBounds } from '../../editor/geometry/shape';
import { addNewShapes } from './add-new-shapes';

/** From this overlap on two shapes of one label are of one thing, as in the scores and for suspects. */
const MIN_OVERLAP = 0.5;

/** What a prediction has added. */
export interface AddedPrediction {
  added: number;
  /** Predicted where somebody has drawn that already. */
  drawn: number;
}

/**
 * Adds what a model draws as one undo step, without what is drawn already: a shape of the same kind and label that overlaps by
 * half (polygons by their bounds). Each drawn one stands for one predicted one, those that overlap most first, so that the
 * second of two things side by side is added.
 */
export function addPredictedShapes(editor: Editor, drafts: readonly NewShape[]): AddedPrediction {
  const predicted = drafts.flatMap((draft) => normaliseShape({ metaData: {}, ...draft, id: '' } as Shape, editor.picture) ?? []);
  const drawn = editor.document.shapes().map(toCandidate);
  const pairs = predicted
    .flatMap((shape) => {
      const place = toCandidate(shape);
      return drawn
        .filter(({ key }) => key === place.key)
        .map((each) => ({ shape, drawn: each.shape, overlap: boundsOverlap(place.bounds, each.bounds) }));
    })
    .filter(({ overlap }) => overlap >= MIN_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap);
  const standing = new Set<Shape>();
  const known = new Set<Shape>();
  for (const { shape, drawn: stands } of pairs) {
    if (standing.has(stands) || known.has(shape)) continue;
    standing.add(stands);
    known.add(shape);
  }
  const fresh = predicted.filter((shape) => !known.has(shape));
  return { added: addNewShapes(editor, fresh), drawn: known.size };
}

const toCandidate = (shape: Shape) => ({
  shape,
  key: `${shape.kind} ${shape.kind === 'point' ? shape.name : shape.labelId}`,
  bounds: shapeBounds(shape),
});
