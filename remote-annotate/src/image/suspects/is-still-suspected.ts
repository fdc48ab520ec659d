import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import type { BoxShape, Shape } from '../../editor';
import { boundsOverlap, shapeBounds } from '../../editor/geometry/shape';

/** From this overlap on two boxes are of one thing, as the server has it. */
const MIN_OVERLAP = 0.5;

/** The shape that a suspect is about, as the picture has it now. */
export function findSuspectShape({ shape }: Suspect, shapes: readonly Shape[]): Shape | undefined {
  return shape === null ? undefined : shapes.find(({ id, serverId }) => (serverId ?? id) === shape);
}

/** Whether a suspect is about the labels of an object, and not of the image. */
export const isAboutObjectLabels = ({ domain, shape }: Suspect): boolean => domain === 'recognition' && shape !== null;

/** The object whose labels a suspect is about, as the picture has it now. */
export function findSuspectObject(suspect: Suspect, shapes: readonly Shape[]): BoxShape | undefined {
  const shape = isAboutObjectLabels(suspect) ? findSuspectShape(suspect, shapes) : undefined;
  return shape?.kind === 'object' ? shape : undefined;
}

/**
 * Whether nobody has mended meanwhile what a suspect is about: the server asks the same of what it has, which is behind. `labels`
 * are those of the image or the object; of an object, undefined while they are read.
 */
export function isStillSuspected(
  suspect: Suspect,
  shapes: readonly Shape[],
  labels: readonly AttachedLabel[] | undefined,
): boolean {
  const { kind, label, said } = suspect;
  if (isAboutObjectLabels(suspect) && !findSuspectObject(suspect, shapes)) return false;
  if (suspect.domain === 'recognition') {
    if (!labels) return true;
    const present = labels.find(({ id }) => id === (kind === 'missing' ? said.label?.id : label?.id));
    if (kind === 'missing') return said.label !== null && !present;
    if (kind === 'value') return present !== undefined && present.value !== said.value;
    return present !== undefined && (kind !== 'other_label' || said.label !== null);
  }
  const [minX, minY, maxX, maxY] = said.bound_box ?? [];
  const box =
    minX === undefined || minY === undefined || maxX === undefined || maxY === undefined ? null : { minX, minY, maxX, maxY };
  const isAtPredictedBox = (shape: Shape) => box !== null && boundsOverlap(shapeBounds(shape), box) >= MIN_OVERLAP;
  if (kind === 'missing') {
    const ofKind = suspect.domain === 'detection' ? 'object' : 'polygon';
    const isDrawn = (shape: Shape) => shape.kind === ofKind && shape.labelId === said.label?.id && isAtPredictedBox(shape);
    return said.label !== null && box !== null && !shapes.some(isDrawn);
  }
  const shape = findSuspectShape(suspect, shapes);
  if (!shape || shape.kind === 'point' || shape.labelId !== label?.id) return false;
  if (kind === 'misplaced') return box !== null && !isAtPredictedBox(shape);
  return kind === 'superfluous' || said.label !== null;
}
