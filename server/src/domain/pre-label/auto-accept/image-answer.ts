import { computeBoxOverlap } from '@console/shared-contract/box-overlap';
import { z } from 'zod';

/** Minimum overlap of a predicted box with a box of a user. */
const MIN_OVERLAP = 0.5;

/** The annotations of an image for a task, by a model or a user: labels for recognition, boxes for detection. */
export const ImageAnswer = z.object({
  labels: z.array(z.string()),
  boxes: z.array(z.object({ label: z.string(), box: z.array(z.number()) })),
});
export type ImageAnswer = z.output<typeof ImageAnswer>;

/**
 * Whether two answers are the same: equal labels, and each box matches one box of the other answer with the same label. One
 * additional, missing, misplaced or mislabelled box makes the complete image an error.
 */
export function isSameAnswer(answer: ImageAnswer, otherAnswer: ImageAnswer): boolean {
  if (answer.boxes.length !== otherAnswer.boxes.length) return false;
  if ([...answer.labels].sort().join() !== [...otherAnswer.labels].sort().join()) return false;
  const unmatchedBoxes = [...otherAnswer.boxes];
  return answer.boxes.every(({ label, box }) => {
    const overlaps = unmatchedBoxes.map((candidate) => (candidate.label === label ? computeBoxOverlap(candidate.box, box) : 0));
    const highestOverlap = Math.max(...overlaps);
    if (highestOverlap < MIN_OVERLAP) return false;
    unmatchedBoxes.splice(overlaps.indexOf(highestOverlap), 1);
    return true;
  });
}
