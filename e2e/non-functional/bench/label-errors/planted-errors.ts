import type { Example } from '../../../../server/learner/src/protocol/protocol';
import { computeBoxOverlap, type Box } from '../../../../server/learner/src/scores/box-overlap';
import { createRandom, sampleRows, type Random } from '../../../../server/learner/src/sampling/random';

export const ERROR_KINDS = ['deleted', 'relabelled', 'spurious', 'moved'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** An error in the annotations of an image. */
export interface PlantedError {
  kind: ErrorKind;
  /** Id of the image. */
  image: string;
  /** The wrong box in the annotations, or the box that was deleted from the annotations. */
  box: Box;
}

/** Boxes are moved by these ratios of their sides, in a random direction. */
const MIN_SHIFT = 0.3;
const MAX_SHIFT = 0.5;
/** Maximum IoU of a spurious box with any other box. */
const MAX_SPURIOUS_OVERLAP = 0.1;

/** Returns the examples with `count` errors of each kind in different boxes. The same seed gives the same errors. */
export function plantErrors(
  examples: readonly Example[],
  count: number,
  seed: number,
): { examples: Example[]; errors: PlantedError[] } {
  const random = createRandom(seed);
  const labels = [...new Set(examples.flatMap(({ boxes }) => boxes.map(({ label }) => label)))].sort();
  const changedExamples = examples.map((example) => ({ ...example, boxes: [...example.boxes] }));
  const annotations = changedExamples.flatMap((example) => example.boxes.map((box) => ({ example, box })));
  const chosenAnnotations = sampleRows(annotations, 4 * count, random);
  const errors = chosenAnnotations.flatMap(({ example, box: annotatedBox }, index): PlantedError[] => {
    const kind = ERROR_KINDS[index % 4]!;
    const position = example.boxes.indexOf(annotatedBox);
    const toErrors = (box: Box) => [{ kind, image: example.id, box }];
    if (kind === 'deleted') {
      example.boxes.splice(position, 1);
      return toErrors(annotatedBox.box);
    }
    if (kind === 'relabelled') {
      const otherLabels = labels.filter((label) => label !== annotatedBox.label);
      example.boxes[position] = { ...annotatedBox, label: otherLabels[Math.floor(random() * otherLabels.length)]! };
      return toErrors(annotatedBox.box);
    }
    const box = kind === 'moved' ? shiftBox(annotatedBox.box, example, random) : findFreeBox(annotatedBox.box, example, random);
    if (!box) return [];
    if (kind === 'moved') example.boxes[position] = { ...annotatedBox, box };
    else example.boxes.push({ ...annotatedBox, box });
    return toErrors(box);
  });
  return { examples: changedExamples, errors };
}

/** Moves a box into the image without changing its size. */
function clamp([x1, y1, x2, y2]: Box, { width, height }: Example): Box {
  const [left, top] = [Math.min(Math.max(x1, 0), width - (x2 - x1)), Math.min(Math.max(y1, 0), height - (y2 - y1))];
  return [left, top, left + x2 - x1, top + y2 - y1];
}

function shiftBox([x1, y1, x2, y2]: Box, example: Example, random: Random): Box {
  const [angle, ratio] = [2 * Math.PI * random(), MIN_SHIFT + (MAX_SHIFT - MIN_SHIFT) * random()];
  const [dx, dy] = [(x2 - x1) * ratio * Math.cos(angle), (y2 - y1) * ratio * Math.sin(angle)];
  return clamp([x1 + dx, y1 + dy, x2 + dx, y2 + dy], example);
}

/** Returns a box of this size at a random free position, or null if no attempt finds a free position. */
function findFreeBox([x1, y1, x2, y2]: Box, example: Example, random: Random): Box | null {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const [left, top] = [random() * (example.width - (x2 - x1)), random() * (example.height - (y2 - y1))];
    const box: Box = [left, top, left + x2 - x1, top + y2 - y1];
    if (example.boxes.every((other) => computeBoxOverlap(box, other.box) < MAX_SPURIOUS_OVERLAP)) return box;
  }
  return null;
}
