import type { Label, LabelSet } from '../../editor';

/** A colour in OKLab: lightness 0 to 1, and two colour axes. In OKLab, distances match perceived differences. */
type OklabColor = readonly [number, number, number];

/** A label with its time of creation, as the API returns it. */
type CreatedLabel = Label & { readonly created?: string };

/** Colours closer than this cannot be distinguished as lines of three pixels on an image. */
const MIN_COLOR_DISTANCE = 0.06;
/** With more labels, the colours are not compared: it would take too long, and many of them look alike anyway. */
const MAX_COMPARED_LABELS = 500;
/** Used for labels without a key, so that they sort after labels with a key. */
const LAST_KEY = '~';
/** Dash patterns for labels whose colours look alike, in CSS pixels. Selected shapes and shapes of earlier versions have other patterns. */
const DASH_PATTERNS: readonly (readonly number[] | undefined)[] = [undefined, [14, 5], [2, 4], [14, 4, 2, 4]];

/**
 * Assigns different dashes to labels of an image whose colours look alike. A new label does not change the dashes of older labels.
 * @param usedIds the labels of the image's shapes; other labels get no dashes
 */
export function markSimilarColors(
  {
    object,
    polygon,
    skeleton = [],
  }: {
    readonly object: readonly CreatedLabel[];
    readonly polygon: readonly CreatedLabel[];
    readonly skeleton?: readonly CreatedLabel[];
  },
  usedIds: ReadonlySet<string>,
): LabelSet {
  // Skeletons and boxes have the same labels, so a label has the same dashes on both.
  const objectLabels = assignDashes(object, usedIds);
  const skeletonIds = new Set(skeleton.map(({ id }) => id));
  return {
    object: objectLabels,
    polygon: assignDashes(polygon, usedIds),
    skeleton: objectLabels.filter(({ id }) => skeletonIds.has(id)),
  };
}

function assignDashes(labels: readonly CreatedLabel[], usedIds: ReadonlySet<string>): readonly Label[] {
  const usedLabels = labels.filter(({ id }) => usedIds.has(id));
  if (usedLabels.length > MAX_COMPARED_LABELS) return labels;
  const olderColors: { readonly color: OklabColor; readonly patternIndex: number }[] = [];
  const patternIndexes = new Map<string, number>();
  for (const { id, color: hexColor } of usedLabels.sort(compareByCreation)) {
    const color = parseOklab(hexColor);
    if (!color) continue;
    const usedIndexes = olderColors
      .filter((other) => getDistance(other.color, color) < MIN_COLOR_DISTANCE)
      .map((other) => other.patternIndex);
    const unusedIndex = DASH_PATTERNS.findIndex((_, patternIndex) => !usedIndexes.includes(patternIndex));
    const patternIndex = unusedIndex === -1 ? usedIndexes.length % DASH_PATTERNS.length : unusedIndex;
    olderColors.push({ color, patternIndex });
    patternIndexes.set(id, patternIndex);
  }
  return labels.map((label) => {
    const dash = DASH_PATTERNS[patternIndexes.get(label.id) ?? 0];
    return dash ? { ...label, dash } : label;
  });
}

/** Sorts by creation. Labels of one import have the same creation time, but their keys were assigned in the order of creation. */
const compareByCreation = (a: CreatedLabel, b: CreatedLabel) =>
  compareText(a.created ?? '', b.created ?? '') || compareText(a.key ?? LAST_KEY, b.key ?? LAST_KEY) || compareText(a.id, b.id);

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const getDistance = (one: OklabColor, other: OklabColor) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** Parses `#rrggbb`; returns null for anything else. The matrices and names come from the definition of OKLab (Ottosson, 2020). */
function parseOklab(color: string): OklabColor | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const [r, g, b] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
