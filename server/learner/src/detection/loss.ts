import type { Slope } from '../learning/layers';

/** Weights of the parts of the loss. */
const SCORE = 2;
const OVERLAP = 2;
/** Where the distance between numbers turns from square to straight. */
const BEND = 0.1;
const LARGEST_LOG = 6;

/**
 * The loss of a batch, and its gradient by `output`, rows of a logit for each label and the four numbers of a box (see
 * `Head`). `marks` has one 1 in a row that stands for something, `boxes` its sides from the cell's centre, in units.
 *
 * The score is learned towards the overlap of the told box with the drawn one (quality focal loss: Li and others,
 * Generalized Focal Loss, 2020), the box by its overlap (GIoU: Rezatofighi and others, 2019) and its numbers.
 */
export function slopeOf(output: Float32Array, marks: Float32Array, boxes: Float32Array, labels: number): Slope {
  const width = labels + 4;
  const rows = output.length / width;
  const gradient = new Float32Array(output.length);
  let standing = 1;
  for (const mark of marks) standing += mark;
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const from = row * width;
    const marked = marks.subarray(row * labels, (row + 1) * labels);
    let overlap = 0;
    if (marked.includes(1)) {
      const slope = boxSlope(output.subarray(from + labels, from + width), boxes.subarray(4 * row, 4 * row + 4));
      overlap = slope.overlap;
      loss += slope.loss / standing;
      for (let at = 0; at < 4; at++) gradient[from + labels + at] = slope.gradient[at]! / standing;
    }
    for (let label = 0; label < labels; label++) {
      const logit = output[from + label]!;
      const score = 1 / (1 + Math.exp(-logit));
      const wanted = marked[label]! * overlap;
      const focus = (SCORE * (wanted - score) ** 2) / standing;
      loss += focus * (Math.max(0, logit) - logit * wanted + Math.log1p(Math.exp(-Math.abs(logit))));
      // The weight is held: it says what to look at, not where to go.
      gradient[from + label] = focus * (score - wanted);
    }
  }
  return { loss, gradient };
}

/** Of one box: `told` is dx, dy, log width, log height; `wanted` x1, y1, x2, y2. */
export function boxSlope(told: Float32Array, wanted: Float32Array) {
  const [dx = 0, dy = 0] = told;
  const [logWidth, logHeight] = [bounded(told[2]!), bounded(told[3]!)];
  const x = sideSlope(dx, Math.exp(logWidth), wanted[0]!, wanted[2]!);
  const y = sideSlope(dy, Math.exp(logHeight), wanted[1]!, wanted[3]!);
  const both = x.common * y.common;
  const union = x.length * y.length + x.wanted * y.wanted - both;
  const around = x.around * y.around;
  const overlap = both / union;
  const numbers = [
    apart(dx, x.middle / x.wanted),
    apart(dy, y.middle / y.wanted),
    apart(logWidth, Math.log(x.wanted)),
    apart(logHeight, Math.log(y.wanted)),
  ];
  // 1 - GIoU is 2 - both/union - union/around.
  const byEnd = (along: Side, across: Side, end: 0 | 1) => {
    const dBoth = along.commonBy[end] * across.common;
    const dUnion = along.lengthBy[end] * across.length - dBoth;
    const dAround = along.aroundBy[end] * across.around;
    return OVERLAP * (-(dBoth * union - both * dUnion) / union ** 2 - (dUnion * around - union * dAround) / around ** 2);
  };
  const byNumbers = (along: Side, across: Side, shift: number) => {
    const [first, last] = [byEnd(along, across, 0), byEnd(along, across, 1)];
    return [along.length * (first + last), along.length * (shift * (first + last) + (last - first) / 2)] as const;
  };
  const [byX, byWidth] = byNumbers(x, y, dx);
  const [byY, byHeight] = byNumbers(y, x, dy);
  return {
    overlap,
    loss: OVERLAP * (2 - overlap - union / around) + numbers.reduce((sum, { distance }) => sum + distance, 0),
    gradient: [byX + numbers[0]!.slope, byY + numbers[1]!.slope, byWidth + numbers[2]!.slope, byHeight + numbers[3]!.slope],
  };
}

type Side = ReturnType<typeof sideSlope>;

/** One side of a box against the wanted one, and how it changes with its two ends. */
function sideSlope(shift: number, length: number, wantedFrom: number, wantedTo: number) {
  const [from, to] = [shift * length - length / 2, shift * length + length / 2];
  const common = Math.min(to, wantedTo) - Math.max(from, wantedFrom);
  const meets = common > 0 ? 1 : 0;
  return {
    length,
    wanted: Math.max(1e-6, wantedTo - wantedFrom),
    middle: (wantedFrom + wantedTo) / 2,
    common: Math.max(0, common),
    around: Math.max(to, wantedTo) - Math.min(from, wantedFrom),
    lengthBy: [-1, 1],
    commonBy: [from > wantedFrom ? -meets : 0, to < wantedTo ? meets : 0],
    aroundBy: [from < wantedFrom ? -1 : 0, to > wantedTo ? 1 : 0],
  } as const;
}

function apart(told: number, wanted: number) {
  const distance = Math.hypot(told - wanted, BEND);
  return { distance: distance - BEND, slope: (told - wanted) / distance };
}

function bounded(log: number): number {
  return Math.min(LARGEST_LOG, Math.max(-LARGEST_LOG, log));
}
