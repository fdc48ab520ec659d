import { getDistanceToSegment } from './polygon';

/**
 * Simplifies an open line: removes vertices whose distance from the remaining line is at most `tolerance` (Douglas-Peucker). Both
 * ends remain. All values are in image pixels.
 */
export function thinVertices(line: readonly number[], tolerance: number): number[] {
  const lastIndex = line.length / 2 - 1;
  if (lastIndex < 2) return [...line];
  const isKept = new Uint8Array(lastIndex + 1);
  isKept[0] = isKept[lastIndex] = 1;
  const ranges: [number, number][] = [[0, lastIndex]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [start, end] = range;
    let [farthestIndex, maxDistance] = [start, tolerance];
    for (let i = start + 1; i < end; i += 1) {
      const point = { x: line[i * 2]!, y: line[i * 2 + 1]! };
      const distance = getDistanceToSegment(point, line[start * 2]!, line[start * 2 + 1]!, line[end * 2]!, line[end * 2 + 1]!);
      if (distance > maxDistance) [farthestIndex, maxDistance] = [i, distance];
    }
    if (farthestIndex === start) continue;
    isKept[farthestIndex] = 1;
    ranges.push([start, farthestIndex], [farthestIndex, end]);
  }
  return line.filter((_, index) => isKept[index >> 1] === 1);
}
