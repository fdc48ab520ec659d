import type { MapLabels } from '@console/shared-contract/api';
import type { MapData } from './map.queries';
import { mapMessages } from './map-messages';

export type Coloring = MapLabels | 'cluster' | 'verified' | 'test' | 'correct' | 'suspicion' | 'uncertainty' | 'user' | 'created';

/** An entry of the legend. */
export interface Category {
  name: string;
  color: string;
  count: number;
}

/** The RGBA color of each point, and the content of the legend. */
export interface PointColors {
  rgba: Uint8Array;
  /** The categories, most frequent first. Empty if the colors form a scale. */
  categories: Category[];
  /** The texts at both ends of the scale. Null if the colors are categories, or if no point has a value. */
  scale: { min: string; max: string } | null;
}

/** Colors that are distinguishable with color blindness (M. Okabe, K. Ito, "Color Universal Design", 2008), followed by brighter colors. */
const PALETTE = [
  ...['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9', '#b8a800', '#7a5195'],
  ...['#4d7c0f', '#0e7490', '#be123c', '#a16207'],
];
/** Color of points without a value. */
const MISSING_COLOR = '#8a8a8a';
/** Samples of Matplotlib's color map viridis, without its darkest third, which is invisible on a dark background. */
const SCALE_COLORS = ['#3b528b', '#21918c', '#5ec962', '#fde725'];
/** CSS background of the scale in the legend. */
export const SCALE_GRADIENT = `linear-gradient(to right, ${SCALE_COLORS.join(', ')})`;
const DIMMED_ALPHA = 50;

const isMapLabels = (coloring: Coloring): coloring is MapLabels =>
  coloring === 'recognition' || coloring === 'detection' || coloring === 'segmentation';

/** Returns which labels must be loaded for a coloring; undefined if none are needed. */
export const getColoredLabels = (coloring: Coloring): MapLabels | undefined => (isMapLabels(coloring) ? coloring : undefined);

/** Computes the colors of the points. Points outside of `selectionMask` are faint. */
export function colorPoints(data: MapData, coloring: Coloring, selectionMask: Uint8Array | null): PointColors {
  if (coloring === 'suspicion' || coloring === 'uncertainty' || coloring === 'created')
    return colorByNumber(data[coloring], coloring === 'created' ? mapMessages.day : mapMessages.percent, selectionMask);
  const { namedCategories, categoryIndexes } = getCategories(data, coloring);
  const counts = new Array<number>(namedCategories.length + 1).fill(0);
  for (const position of categoryIndexes) counts[position < 0 ? namedCategories.length : position]! += 1;
  const categories = [...namedCategories, { name: mapMessages.missing[coloring], color: MISSING_COLOR }].map(
    (category, position) => ({
      ...category,
      count: counts[position]!,
    }),
  );
  const parsedColors = categories.map(({ color }) => parseColor(color));
  const rgba = paintPoints(categoryIndexes.length, selectionMask, (index) => {
    const position = categoryIndexes[index]!;
    return parsedColors[position < 0 ? namedCategories.length : position]!;
  });
  return { rgba, categories: categories.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count), scale: null };
}

/** Returns the categories, and for each point the index of its category, or -1. */
function getCategories(data: MapData, coloring: Exclude<Coloring, 'suspicion' | 'uncertainty' | 'created'>) {
  const paletteColor = (position: number) => PALETTE[position % PALETTE.length]!;
  if (coloring === 'verified' || coloring === 'test' || coloring === 'correct') {
    const namedCategories = mapMessages[coloring].map((name, position) => ({ name, color: paletteColor(1 - position) }));
    return { namedCategories, categoryIndexes: data[coloring] };
  }
  if (coloring === 'cluster') {
    const count = data.cluster.reduce((max, cluster) => Math.max(max, cluster + 1), 0);
    const namedCategories = Array.from({ length: count }, (_, cluster) => ({
      name: mapMessages.cluster(cluster + 1),
      color: paletteColor(cluster),
    }));
    return { namedCategories, categoryIndexes: data.cluster };
  }
  if (coloring === 'user')
    return {
      namedCategories: data.users.map(({ username }, position) => ({ name: username, color: paletteColor(position) })),
      categoryIndexes: data.user,
    };
  return {
    namedCategories: data.labels.map(({ name, color }, position) => ({ name, color: color ?? paletteColor(position) })),
    categoryIndexes: data.label,
  };
}

function colorByNumber(
  values: Float32Array | Float64Array,
  format: (value: number) => string,
  selectionMask: Uint8Array | null,
): PointColors {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const stops = SCALE_COLORS.map(parseColor);
  const missingColor = parseColor(MISSING_COLOR);
  const rgba = paintPoints(values.length, selectionMask, (index) => {
    const value = values[index]!;
    if (Number.isNaN(value)) return missingColor;
    return interpolate(stops, max > min ? (value - min) / (max - min) : 0);
  });
  return { rgba, categories: [], scale: min <= max ? { min: format(min), max: format(max) } : null };
}

type Rgb = readonly [number, number, number];

function parseColor(color: string): Rgb {
  const rgbNumber = Number.parseInt(color.slice(1), 16);
  return [(rgbNumber >> 16) & 255, (rgbNumber >> 8) & 255, rgbNumber & 255];
}

function interpolate(stops: readonly Rgb[], ratio: number): Rgb {
  const position = ratio * (stops.length - 1);
  const lowerIndex = Math.min(stops.length - 2, Math.floor(position));
  const [lowerStop, upperStop] = [stops[lowerIndex]!, stops[lowerIndex + 1]!];
  const mix = (channel: 0 | 1 | 2) => lowerStop[channel] + (upperStop[channel] - lowerStop[channel]) * (position - lowerIndex);
  return [mix(0), mix(1), mix(2)];
}

function paintPoints(count: number, selectionMask: Uint8Array | null, getColor: (index: number) => Rgb): Uint8Array {
  const rgba = new Uint8Array(4 * count);
  for (let index = 0; index < count; index += 1) {
    rgba.set(getColor(index), 4 * index);
    rgba[4 * index + 3] = selectionMask && selectionMask[index] === 0 ? DIMMED_ALPHA : 255;
  }
  return rgba;
}
