import { getDistanceToSegment } from './polygon';

/**
 * Returns the vertices of an open line without those that lie within `tolerance` of the remaining line (Douglas-Peucker). The ends
 * stay. All values are in image pixels.
 */
export function thinVertices(line: readonly number[], tolerance: number): number[] {
  const last = line.length / 2 - 1;
  if (last < 2) return [...line];
  const isKept = new Uint8Array(last + 1);
  isKept[0] = isKept[last] = 1;
  const ranges: [number, number][] = [[0, last]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [from, to] = range;
    let [farthest, maxDistance] = [from, tolerance];
    for (let i = from + 1; i < to; i += 1) {
      const point = { x: line[i * 2]!, y: line[i * 2 + 1]! };
      const distance = getDistanceToSegment(point, line[from * 2]!, line[from * 2 + 1]!, line[to * 2]!, line[to * 2 + 1]!);
      if (distance > maxDistance) [farthest, maxDistance] = [i, distance];
    }
    if (farthest === from) continue;
    isKept[farthest] = 1;
    ranges.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, index) => isKept[index >> 1] === 1);
}
