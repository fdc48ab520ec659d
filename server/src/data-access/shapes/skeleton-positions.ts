import { listSkeletonPositions, NUMBERS_PER_SKELETON_POINT, VISIBILITY } from '@console/shared-contract/skeleton';

/** Returns x and y of the points that are not absent, as a flat list. */
export const listPositions = (data: readonly number[]): number[] => listSkeletonPositions(data).flat();

/**
 * Returns a copy of the data with new positions for the points that are not absent, in the order of `listPositions`. Absent points get 0,
 * 0.
 */
export function replacePositions(data: readonly number[], positions: readonly number[]): number[] {
  const newData: number[] = [];
  let nextValue = 0;
  for (let index = 0; index < data.length; index += NUMBERS_PER_SKELETON_POINT) {
    const visibility = data[index + 2] ?? VISIBILITY.absent;
    if (visibility === VISIBILITY.absent) newData.push(0, 0, VISIBILITY.absent);
    else newData.push(positions[nextValue++] ?? 0, positions[nextValue++] ?? 0, visibility);
  }
  return newData;
}
