import RBush from 'rbush';
import type { Vec } from '../../../editor/model/types';

/** A vertex of a closed line. The line is a linked list, so that vertices can be inserted anywhere. */
interface Vertex {
  readonly x: number;
  readonly y: number;
  next: Vertex | null;
}

class VertexTree extends RBush<Vertex> {
  override toBBox({ x, y }: Vertex) {
    return { minX: x, minY: y, maxX: x, maxY: y };
  }
  override compareMinX(a: Vertex, b: Vertex): number {
    return a.x - b.x;
  }
  override compareMinY(a: Vertex, b: Vertex): number {
    return a.y - b.y;
  }
}

/**
 * Joins an outline and its holes to one closed line. The line goes to each hole along an edge and returns along the same edge. The edge
 * starts at a nearby vertex of the outline or of an earlier hole. Lines are flat lists of vertices.
 */
export function joinHoles(outline: readonly number[], holes: readonly (readonly number[])[]): readonly number[] {
  if (holes.length === 0) return outline;
  const vertices = toVertices(outline);
  const tree = new VertexTree().load(vertices);
  for (const hole of holes) {
    const start = findNearbyVertex(tree, { x: hole[0]!, y: hole[1]! });
    const ring = toVertices(startAtNearestVertex(hole, start));
    const [firstVertex, lastVertex] = [ring[0]!, ring.at(-1)!];
    const returnVertex: Vertex = { x: start.x, y: start.y, next: start.next };
    lastVertex.next = { x: firstVertex.x, y: firstVertex.y, next: returnVertex };
    start.next = firstVertex;
    tree.load(ring);
  }
  const joinedOutline: number[] = [];
  for (let vertex: Vertex | null = vertices[0]!; vertex; vertex = vertex.next) joinedOutline.push(vertex.x, vertex.y);
  return joinedOutline;
}

/** Returns the same closed line, starting at the vertex nearest to a position. */
function startAtNearestVertex(line: readonly number[], { x, y }: Vec): readonly number[] {
  let [nearestIndex, minDistance] = [0, Infinity];
  for (let i = 0; i < line.length; i += 2) {
    const distance = Math.hypot(line[i]! - x, line[i + 1]! - y);
    if (distance < minDistance) [nearestIndex, minDistance] = [i, distance];
  }
  return [...line.slice(nearestIndex), ...line.slice(0, nearestIndex)];
}

/** Returns the vertices of a flat list, each linked with the next vertex. */
function toVertices(line: readonly number[]): Vertex[] {
  const vertices: Vertex[] = [];
  for (let i = 0; i < line.length; i += 2) vertices.push({ x: line[i]!, y: line[i + 1]!, next: null });
  for (const [index, vertex] of vertices.entries()) vertex.next = vertices[index + 1] ?? null;
  return vertices;
}

/**
 * Finds a nearby vertex by searching squares that double in size. The result is not always the nearest vertex, because a nearer vertex can
 * be just outside the first square with a vertex.
 */
function findNearbyVertex(tree: VertexTree, { x, y }: Vec): Vertex {
  for (let reach = 4; ; reach *= 2) {
    let [nearestVertex, minDistance]: [Vertex | null, number] = [null, Infinity];
    for (const vertex of tree.search({ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach })) {
      const distance = Math.hypot(vertex.x - x, vertex.y - y);
      if (distance < minDistance) [nearestVertex, minDistance] = [vertex, distance];
    }
    if (nearestVertex) return nearestVertex;
  }
}
