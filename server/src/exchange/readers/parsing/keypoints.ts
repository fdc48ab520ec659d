import {
  COCO_PERSON,
  MAX_POINT_NAME,
  MAX_SKELETON_EDGES,
  MAX_SKELETON_POINTS,
  NUMBERS_PER_SKELETON_POINT,
  VISIBILITY,
  type SkeletonTemplate,
} from '@console/shared-contract/skeleton';
import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import { listPositions } from '../../../data-access/shapes/skeleton-positions';

/** The points that a file declares for a class. */
export interface DeclaredPoints {
  /** Missing names are replaced by numbers. */
  names: readonly string[];
  /** Pairs of indexes that start at 0. */
  edges?: readonly (readonly number[])[];
  /** Pairs of indexes that start at 0. Default: pairs of names that differ by left and right. */
  pairs?: readonly (readonly number[])[];
  /** x and y of each point in a drawing of the skeleton, from 0 to 1. */
  layout?: readonly (readonly number[])[];
}

/** Creates the template of a class with a number of points. Invalid parts of the declaration are left out. Null for too many points. */
export function createTemplate(count: number, { names, edges = [], pairs, layout }: DeclaredPoints): SkeletonTemplate | null {
  if (!(count > 0 && count <= MAX_SKELETON_POINTS)) return null;
  const points = toUniqueNames(Array.from({ length: count }, (_, index) => names[index] ?? '')).map((name) => ({ name }));
  if (count === COCO_PERSON.points.length && points.every(({ name }, index) => name === COCO_PERSON.points[index]?.name))
    return COCO_PERSON;
  const validPairs = toPairs(pairs ?? findPairs(points.map(({ name }) => name)), count);
  const isValidLayout = layout?.length === count && layout.flat().every((value) => value >= 0 && value <= 1);
  return {
    points,
    edges: toPairs(edges, count).slice(0, MAX_SKELETON_EDGES),
    ...(validPairs.length > 0 && { pairs: removeRepeatedPoints(validPairs) }),
    ...(isValidLayout && { layout: layout.map((position) => [...position]) }),
  };
}

/** Returns edges with indexes that start at 0. Indexes in COCO files start at 1, but some tools count from 0. */
export function toZeroBasedEdges(edges: readonly (readonly number[])[]): number[][] {
  const firstIndex = edges.some((edge) => edge.includes(0)) ? 0 : 1;
  return edges.map((edge) => edge.map((index) => index - firstIndex));
}

/** Makes names different and not empty, for example `Point 2` and `nose 2`. */
function toUniqueNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((declaredName, index) => {
    const name = declaredName.trim().slice(0, MAX_POINT_NAME - 4) || `Point ${index + 1}`;
    let uniqueName = name;
    for (let suffix = 2; usedNames.has(uniqueName); suffix += 1) uniqueName = `${name} ${suffix}`;
    usedNames.add(uniqueName);
    return uniqueName;
  });
}

/** Returns the valid pairs of different points, each once. */
function toPairs(pairs: readonly (readonly number[])[], count: number): number[][] {
  const isIndex = (index: unknown) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < count;
  const validPairs = pairs.filter((pair) => pair.length === 2 && pair.every(isIndex) && pair[0] !== pair[1]);
  return [...new Map(validPairs.map((pair) => [pair.toSorted((a, b) => a - b).join(), [...pair]])).values()];
}

function removeRepeatedPoints(pairs: readonly number[][]): number[][] {
  const usedIndexes = new Set<number>();
  return pairs.filter((pair) => {
    if (pair.some((index) => usedIndexes.has(index))) return false;
    for (const index of pair) usedIndexes.add(index);
    return true;
  });
}

/** Finds the names that differ by left and right, such as `left_eye` and `right_eye`. */
function findPairs(names: readonly string[]): number[][] {
  const toRightName = (name: string) =>
    name.replace(/left/i, (word) => (word === 'LEFT' ? 'RIGHT' : word === 'Left' ? 'Right' : 'right'));
  return names.flatMap((name, left) => {
    const rightIndex = toRightName(name) === name ? -1 : names.indexOf(toRightName(name));
    return rightIndex === -1 ? [] : [[left, rightIndex]];
  });
}

/**
 * Returns the data of a skeleton from the points in a file: x and y of each, with a visibility if `valuesPerPoint` is 3. Without visibilities, a
 * point at 0, 0 is absent. Null if all points are absent.
 */
export function toSkeletonData(numbers: readonly number[], valuesPerPoint: number): number[] | null {
  const data: number[] = [];
  for (let index = 0; index + valuesPerPoint <= numbers.length; index += valuesPerPoint) {
    const [x = NaN, y = NaN, declaredVisibility] = numbers.slice(index, index + valuesPerPoint);
    const visibility = declaredVisibility ?? (x === 0 && y === 0 ? VISIBILITY.absent : VISIBILITY.visible);
    // Predictions have a confidence instead of a visibility.
    const storedVisibility = visibility === VISIBILITY.occluded || visibility <= 0 ? visibility : VISIBILITY.visible;
    data.push(...(storedVisibility > 0 ? [x, y, storedVisibility] : [0, 0, VISIBILITY.absent]));
  }
  const hasVisiblePoint = data.some((value, index) => index % NUMBERS_PER_SKELETON_POINT === 2 && value > 0);
  return hasVisiblePoint ? data : null;
}

/** Whether the box `[x1, y1, x2, y2]` is the box around the points, and therefore redundant. */
export function isBoxOfPoints(box: readonly number[], data: readonly number[], tolerance: number): boolean {
  return computeBoundingBox(listPositions(data)).every((value, index) => Math.abs(value - (box[index] ?? NaN)) <= tolerance);
}
