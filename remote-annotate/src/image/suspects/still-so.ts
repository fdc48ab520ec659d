import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import type { Bounds, Shape } from '../../editor';
import { shapeBounds } from '../../editor/geometry/shape';

/** From this overlap on two boxes are of one thing, as the server has it. */
const SAME = 0.5;

/** The shape that a suspect is about, as the picture has it now. */
export function shapeOf({ shape }: Suspect, shapes: readonly Shape[]): Shape | undefined {
  return shape === null ? undefined : shapes.find(({ id, serverId }) => (serverId ?? id) === shape);
}

/** Whether nobody has mended meanwhile what a suspect is about: the server asks the same of what it has, which is behind. */
export function isStillSo(suspect: Suspect, shapes: readonly Shape[], labels: readonly AttachedLabel[]): boolean {
  const { kind, label, said } = suspect;
  if (suspect.domain === 'recognition') {
    const present = labels.find(({ id }) => id === (kind === 'missing' ? said.label?.id : label?.id));
    if (kind === 'missing') return said.label !== null && !present;
    if (kind === 'value') return present !== undefined && present.value !== said.value;
    return present !== undefined && (kind !== 'other_label' || said.label !== null);
  }
  const [minX, minY, maxX, maxY] = said.bound_box ?? [];
  const box =
    minX === undefined || minY === undefined || maxX === undefined || maxY === undefined ? null : { minX, minY, maxX, maxY };
  const isThere = (shape: Shape) => box !== null && overlapOf(shapeBounds(shape), box) >= SAME;
  if (kind === 'missing') {
    const ofKind = suspect.domain === 'detection' ? 'object' : 'polygon';
    const isDrawn = (shape: Shape) => shape.kind === ofKind && shape.labelId === said.label?.id && isThere(shape);
    return said.label !== null && box !== null && !shapes.some(isDrawn);
  }
  const shape = shapeOf(suspect, shapes);
  if (!shape || shape.kind === 'point' || shape.labelId !== label?.id) return false;
  if (kind === 'misplaced') return box !== null && !isThere(shape);
  return kind === 'superfluous' || said.label !== null;
}

/** Intersection over union, 0 to 1. */
function overlapOf(a: Bounds, b: Bounds): number {
  const width = Math.max(0, Math.min(a.maxX, b.maxX) - Math.max(a.minX, b.minX));
  const height = Math.max(0, Math.min(a.maxY, b.maxY) - Math.max(a.minY, b.minY));
  const all = (a.maxX - a.minX) * (a.maxY - a.minY) + (b.maxX - b.minX) * (b.maxY - b.minY) - width * height;
  return all > 0 ? (width * height) / all : 0;
}
