import { getDistanceToSegment } from './polygon';

/**
 * Simplifies an open line: removes vertices whose distance from the remaining line is at most `tolerance` (Douglas-Peucker). Both
 * ends remain. All values are in image pixels.
 */
export function thinVertices(line: readonly number[], tolerance: number): number[] {
  const last = line.length / 2 - 1;
  if (last < 2) return [...line];
  const isKept = new Uint8Array(last + 1);
  isKept[0] = isKept[last] = 1;
  const ranges: [number, number][] = [[0, last]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [start, end] = range;
    let [farthest, maxDistance] = [start, tolerance];
    for (let i = start + 1; i < end; i += 1) {
      const point = { x: line[i * 2]!, y: line[i * 2 + 1]! };
      const distance = getDistanceToSegment(point, line[start * 2]!, line[start * 2 + 1]!, line[end * 2]!, line[end * 2 + 1]!);
      if (distance > maxDistance) [farthest, maxDistance] = [i, distance];
    }
    if (farthest === start) continue;
    isKept[farthest] = 1;
    ranges.push([start, farthest], [farthest, end]);
  }
  return line.filter((_, index) => isKept[index >> 1] === 1);
}
