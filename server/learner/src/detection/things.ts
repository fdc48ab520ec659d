import type { Picture } from '../picture';
import type { Example, TrainOrder } from '../protocol';
import { boxOverlap, type Box } from '../scores/overlap';
import { boundsOf, polygonOverlap, type Outline } from '../scores/polygon-overlap';
import type { Overlap } from '../scores/average-precision';
import type { Drawn } from './assign';
import { asSeen } from './detector';

/** An annotated object in pixels of the upright image. */
export interface Thing {
  label: string;
  box: Box;
  outline?: Outline;
}

/** Returns the objects of an example that are relevant for a training: boxes or polygons with a known label and an area. */
export function thingsOf({ boxes, polygons }: Example, { domain, labels }: TrainOrder): Thing[] {
  const all: Thing[] =
    domain === 'segmentation'
      ? polygons.map(({ label, points }) => ({ label, box: boundsOf(points), outline: points }))
      : boxes.map(({ label, box }) => ({ label, box }));
  return all.filter(({ label, box }) => labels.some(({ id }) => id === label) && box[2] > box[0] && box[3] > box[1]);
}

/** Converts annotated objects to pixels of the model's input. */
export function drawnOf(things: readonly Thing[], { labels }: TrainOrder, picture: Picture): Drawn[] {
  return things.map(({ label, box, outline }) => ({
    label: labels.findIndex(({ id }) => id === label),
    box: asSeen(box, picture),
    ...(outline && { outline: asSeen(outline, picture) }),
  }));
}

/** Overlap of the outlines if both objects have one, otherwise of the boxes. */
export const overlapOfThings: Overlap<Omit<Thing, 'label'>> = (a, b) =>
  a.outline && b.outline ? polygonOverlap(a.outline, b.outline) : boxOverlap(a.box, b.box);
