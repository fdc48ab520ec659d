import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import { isLabelled, type BoxShape, type Shape } from '../../editor';
import { hasRecognitionLabels } from '../../shape-kinds/kind-calls';
import { getIntersectionOverUnion } from '../../editor/geometry/bounds';
import { getBoxBounds, parseBox } from '../../editor/geometry/box';
import { shapeKinds } from '../../shape-kinds/kind-registry';

/** Minimum IoU at which two boxes count as the same object. The server uses the same limit. */
const MIN_OVERLAP = 0.5;
/** Minimum IoU with the predicted position at which a shape counts as moved there. The server uses the same limit. */
const MIN_MOVED_OVERLAP = 0.75;

/** Returns the shape that a suspected annotation error refers to, if it still exists. */
export function findSuspectShape({ shape: shapeId }: Suspect, shapes: readonly Shape[]): Shape | undefined {
  return shapeId === null ? undefined : shapes.find(({ id, serverId }) => (serverId ?? id) === shapeId);
}

/** Whether a suspect (a suspected error) is about the recognition labels of an object instead of the image. */
export const isAboutObjectLabels = ({ domain, shape }: Suspect): boolean => domain === 'recognition' && shape !== null;

/** Returns the object whose labels a suspect refers to, if it still exists. */
export function findSuspectObject(suspect: Suspect, shapes: readonly Shape[]): BoxShape | undefined {
  const shape = isAboutObjectLabels(suspect) ? findSuspectShape(suspect, shapes) : undefined;
  return shape && hasRecognitionLabels(shape) ? shape : undefined;
}

/**
 * Whether a suspected error still applies to the current shapes and labels. The server makes the same check, but without
 * unsent changes. `labels` belong to the image or the object; undefined while they load.
 */
export function isStillSuspected(
  suspect: Suspect,
  shapes: readonly Shape[],
  labels: readonly AttachedLabel[] | undefined,
): boolean {
  const { kind, label, said: prediction } = suspect;
  if (isAboutObjectLabels(suspect) && !findSuspectObject(suspect, shapes)) return false;
  if (suspect.domain === 'recognition') {
    if (!labels) return true;
    const presentLabel = labels.find(({ id }) => id === (kind === 'missing' ? prediction.label?.id : label?.id));
    if (kind === 'missing') return prediction.label !== null && !presentLabel;
    if (kind === 'value') return presentLabel !== undefined && presentLabel.value !== prediction.value;
    return presentLabel !== undefined && (kind !== 'other_label' || prediction.label !== null);
  }
  const box = parseBox(prediction.bound_box);
  const isAtPredictedBox = (shape: Shape, minOverlap = MIN_OVERLAP) =>
    box !== null && getIntersectionOverUnion(shapeKinds.getBounds(shape), getBoxBounds(box)) >= minOverlap;
  if (kind === 'missing') {
    const expectedKinds = suspect.domain === 'detection' ? ['object'] : ['polygon', 'mask'];
    const isDrawn = (shape: Shape) =>
      isLabelled(shape) &&
      expectedKinds.includes(shape.kind) &&
      shape.labelId === prediction.label?.id &&
      isAtPredictedBox(shape);
    return prediction.label !== null && box !== null && !shapes.some(isDrawn);
  }
  const shape = findSuspectShape(suspect, shapes);
  if (!shape || !isLabelled(shape) || shape.labelId !== label?.id) return false;
  if (kind === 'misplaced') return box !== null && !isAtPredictedBox(shape, MIN_MOVED_OVERLAP);
  return kind === 'superfluous' || prediction.label !== null;
}
