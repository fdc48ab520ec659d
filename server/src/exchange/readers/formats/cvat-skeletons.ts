import { Readable } from 'node:stream';
import { MAX_SKELETON_POINTS, VISIBILITY, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { createTemplate, type DeclaredPoints } from '../parsing/keypoints';
import { findChildren, readXmlElements, type XmlElement } from '../parsing/xml-elements';
import { UnreadableError } from '../reader/reader';

/** The points of the skeletons of one label. */
export interface SkeletonLabel {
  template: SkeletonTemplate;
  /** The positions of the points in the template, by their names in the file. */
  indexes: ReadonlyMap<string, number>;
}

/** Creates the points of a label. Returns null if there are no points, or too many. */
export function createSkeletonLabel(points: DeclaredPoints): SkeletonLabel | null {
  const { names } = points;
  const template = createTemplate(names.length, points);
  return template && { template, indexes: new Map(names.map((name, index) => [name, index])) };
}

/**
 * Reads the drawing in which CVAT stores the points and edges of a label: circles and lines, as escaped text or as elements. Returns null
 * if it cannot be read.
 */
export async function readSkeletonSvg(svg: XmlElement): Promise<DeclaredPoints | null> {
  const elements = await listSvgElements(svg);
  const pointElements = elements.filter(({ name }) => name === 'circle').map(({ attributes }) => attributes);
  if (pointElements.length === 0 || pointElements.length > MAX_SKELETON_POINTS) return null;
  const indexes = new Map(pointElements.map((node, index) => [node['data-node-id'], index]));
  const findIndex = (nodeId: string | undefined) => (nodeId === undefined ? undefined : indexes.get(nodeId)) ?? -1;
  const lines = elements.filter(({ name }) => name === 'line').map(({ attributes }) => attributes);
  const [toX, toY] = [
    toFractions(pointElements.map(({ cx }) => Number(cx))),
    toFractions(pointElements.map(({ cy }) => Number(cy))),
  ];
  return {
    names: pointElements.map((node) => node['data-label-name'] ?? ''),
    edges: lines.map((line) => [findIndex(line['data-node-from']), findIndex(line['data-node-to'])]),
    layout: pointElements.map((_, index) => [toX[index] ?? NaN, toY[index] ?? NaN]),
  };
}

async function listSvgElements(svg: XmlElement): Promise<XmlElement[]> {
  if (svg.text.trim() === '') return listDescendants(svg);
  try {
    const elements: XmlElement[] = [];
    for await (const element of readXmlElements(Readable.from([Buffer.from(`<root><svg>${svg.text}</svg></root>`)]), ['svg']))
      elements.push(...listDescendants(element));
    return elements;
  } catch (error) {
    if (error instanceof UnreadableError) return [];
    throw error;
  }
}

const listDescendants = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => [child, ...listDescendants(child)]);

const LAYOUT_DECIMALS = 4;

/** Converts coordinates to fractions of the range that they cover, because CVAT fits a new skeleton into the box that the user draws. */
function toFractions(values: readonly number[]): number[] {
  const min = Math.min(...values);
  const range = Math.max(...values) - min;
  return values.map((value) => (range === 0 ? 0.5 : Number(((value - min) / range).toFixed(LAYOUT_DECIMALS))));
}

/**
 * Returns the data of a skeleton, and the number of its points that the label does not have. Points of the label that the skeleton lacks
 * are stored as absent.
 */
export function readSkeletonPoints(
  points: readonly XmlElement[],
  { template, indexes }: SkeletonLabel,
): { data: number[]; unknownCount: number } {
  const positions = template.points.map(() => [0, 0, VISIBILITY.absent as number]);
  let unknownCount = 0;
  for (const { attributes } of points) {
    const index = indexes.get(attributes.label ?? '');
    if (index === undefined) unknownCount += 1;
    else if (attributes.outside !== '1') {
      const [x = NaN, y = NaN] = (attributes.points ?? '').split(',').map(Number);
      positions[index] = [x, y, attributes.occluded === '1' ? VISIBILITY.occluded : VISIBILITY.visible];
    }
  }
  return { data: positions.flat(), unknownCount };
}

/** Whether a skeleton has points, all of which CVAT marks as outside of the frame. */
export function isOutsideFrame(shape: XmlElement): boolean {
  const points = findChildren(shape, 'points');
  return points.length > 0 && points.every(({ attributes }) => attributes.outside === '1');
}

/** Returns the skeletons of a track with their points. In files of earlier versions of CVAT, points have tracks of their own. */
export function mergePointTracks(track: XmlElement): XmlElement[] {
  const pointTracks = findChildren(track, 'track');
  if (pointTracks.length === 0) return track.children;
  const pointsByFrame = new Map<string, XmlElement[]>();
  for (const pointTrack of pointTracks)
    for (const point of findChildren(pointTrack, 'points')) {
      const { frame = '' } = point.attributes;
      const { label } = pointTrack.attributes;
      const points = pointsByFrame.get(frame) ?? [];
      points.push({ ...point, attributes: { ...point.attributes, ...(label && { label }) } });
      pointsByFrame.set(frame, points);
    }
  return track.children
    .filter(({ name }) => name !== 'track')
    .map((shape) => ({ ...shape, children: [...shape.children, ...(pointsByFrame.get(shape.attributes.frame ?? '') ?? [])] }));
}
