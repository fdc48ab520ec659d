import { colourAt, difference, meanColour, outlineOf, patchesOf, see, type Colour, type Seen } from './colours';
import type { Annotation } from './console';

export interface Model {
  domain: 'recognition' | 'detection' | 'segmentation';
  /** By the colour that each has on the average; `value` of one of type value. */
  labels: { id: string; colour: Colour; value: number | null }[];
  /** Of what is no label. */
  background: Colour;
}

/** How quickly the probability falls with the difference of colours. */
const SHARPNESS = 400;
const LEAST_LIKE = 0.2;

/** Learns the mean colour of each label. Throws in words for a person. */
export async function learn(
  domain: Model['domain'],
  labels: readonly { id: string }[],
  annotations: AsyncIterable<Annotation>,
): Promise<{ model: Model; pictures: number }> {
  const colours = new Map<string, { colours: Colour[]; values: number[] }>(
    labels.map(({ id }) => [id, { colours: [], values: [] }]),
  );
  const backgrounds: Colour[] = [];
  let pictures = 0;
  for await (const { bytes, marks } of annotations) {
    const seen = await see(bytes);
    pictures += 1;
    for (const { label, outline, value } of marks) {
      const colour = meanColour(seen, outline && ((x, y) => isWithin(outline, (x + 0.5) * seen.across, (y + 0.5) * seen.down)));
      const known = colours.get(label);
      if (!known || !colour) continue;
      known.colours.push(colour);
      if (value !== null) known.values.push(value);
    }
    const isMarked = (x: number, y: number) =>
      marks.some(({ outline }) => outline && isWithin(outline, (x + 0.5) * seen.across, (y + 0.5) * seen.down));
    const background = meanColour(seen, (x, y) => !isMarked(x, y));
    if (background) backgrounds.push(background);
  }
  const learnt = [...colours].flatMap(([id, known]) =>
    known.colours.length === 0
      ? []
      : [{ id, colour: mean(known.colours), value: known.values.length > 0 ? average(known.values) : null }],
  );
  if (learnt.length === 0)
    throw new Error(`There is nothing to learn from: ${pictures} pictures show none of ${labels.length} labels.`);
  return { model: { domain, labels: learnt, background: backgrounds.length > 0 ? mean(backgrounds) : [0, 0, 0] }, pictures };
}

export type SaidLabel = { id: string; prob: number; value?: number };

/** Says of the labels that the question names how likely each is. */
export function classify(model: Model, seen: Seen, isAsked: (label: string) => boolean): SaidLabel[] {
  const labels = model.labels.filter(({ id }) => isAsked(id));
  const colour = meanColour(seen)!;
  const likely = labels.map((label) => Math.exp(-SHARPNESS * difference(label.colour, colour) ** 2));
  const sum = likely.reduce((total, each) => total + each, 0);
  return labels.map(({ id, value }, at) =>
    value === null ? { id, prob: sum > 0 ? likely[at]! / sum : 1 / labels.length } : { id, prob: 1, value },
  );
}

export type SaidObject = { id: string; prob: number; bound_box: number[]; polygon: number[] };

/** Finds patches that are more like a label than like the background. Pixels of the upright picture. */
export function find(model: Model, seen: Seen, isAsked: (label: string) => boolean): SaidObject[] {
  const { width, height, across, down } = seen;
  const labelAt = (x: number, y: number) => {
    const colour = colourAt(seen, x, y);
    let [best, least] = [-1, Math.min(LEAST_LIKE, difference(model.background, colour))];
    for (const [at, label] of model.labels.entries()) {
      const far = difference(label.colour, colour);
      if (far < least) [best, least] = [at, far];
    }
    return best;
  };
  return patchesOf({ ...seen, width, height }, labelAt).flatMap(({ label, points }) => {
    const { id, colour } = model.labels[label]!;
    if (!isAsked(id)) return [];
    const far = points.reduce((sum, [x, y]) => sum + difference(colour, colourAt(seen, x, y)), 0) / points.length;
    const polygon = outlineOf(points).map((value, at) => value * (at % 2 === 0 ? across : down));
    const [xs, ys] = [0, 1].map((axis) => polygon.filter((_, at) => at % 2 === axis)) as [number[], number[]];
    const bound_box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return [{ id, prob: Math.max(0, 1 - far / LEAST_LIKE), bound_box, polygon }];
  });
}

/** Mean colours of nine parts of a picture, 0 to 1. */
export function describe(seen: Seen): number[] {
  return Array.from({ length: 9 }, (_, part) => {
    const [column, row] = [part % 3, Math.floor(part / 3)];
    const colour = meanColour(
      seen,
      (x, y) => Math.floor((3 * x) / seen.width) === column && Math.floor((3 * y) / seen.height) === row,
    );
    return (colour ?? [0, 0, 0]).map((value) => value / 255);
  }).flat();
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function mean(colours: readonly Colour[]): Colour {
  return [0, 1, 2].map((channel) => average(colours.map((colour) => colour[channel]!))) as Colour;
}

/** Whether a point lies in an outline, x, y, x, y ...: a ray from it crosses the outline an odd number of times. */
function isWithin(outline: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0; at < outline.length; at += 2) {
    const [x1, y1] = [outline[at]!, outline[at + 1]!];
    const [x2, y2] = [outline[(at + 2) % outline.length]!, outline[(at + 3) % outline.length]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}
