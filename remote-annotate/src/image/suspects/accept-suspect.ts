import { shapeKinds } from '../../shape-kinds/kind-registry';
import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import type { AnnotationDocument, NewShape, Shape } from '../../editor';
import { getBoxBounds, parseBox } from '../../editor/geometry/box';
import { normalisePolygon } from '../../editor/geometry/polygon';
import { getCorners } from '../../editor/painting/strokes';
import {
  toAddChanges,
  toPredictedChanges,
  toRemoveChanges,
  type LabelChange,
  type OfferedLabel,
  type TaskRules,
} from '../recognition/state/rules';
import { isAboutObjectLabels, findSuspectShape } from './is-still-suspected';
import { getPredictedValue } from './describe-suspect';

/** Returns the vertices of the predicted box or polygon, or null if the model predicted none. */
function getPredictedOutline({ said: prediction }: Suspect): readonly number[] | null {
  if (prediction.polygon) return prediction.polygon;
  const box = parseBox(prediction.bound_box);
  return box && getCorners(getBoxBounds(box));
}

/** Returns the outline to highlight: the predicted shape, or the shape that the model disagrees with. */
export function getSuspectOutline(suspect: Suspect, shapes: readonly Shape[]): readonly number[] | null {
  if (!isAboutObjectLabels(suspect) && (suspect.kind === 'missing' || suspect.kind === 'misplaced'))
    return getPredictedOutline(suspect);
  const shape = findSuspectShape(suspect, shapes);
  return shape ? shapeKinds.getPainter(shape).getOutline(shape) : null;
}

/** Returns the predicted coordinates in the format of the shape's kind. */
function getPredictedData(suspect: Suspect): Shape['data'] | null {
  return suspect.domain === 'segmentation' ? getPredictedOutline(suspect) : parseBox(suspect.said.bound_box);
}

function getPredictedShape(suspect: Suspect): NewShape | null {
  const labelId = suspect.said.label?.id;
  const data = getPredictedData(suspect);
  if (labelId === undefined || !data) return null;
  if (suspect.domain === 'segmentation') return { kind: 'polygon', labelId, data };
  return { kind: 'object', labelId, data: data as Extract<NewShape, { kind: 'object' }>['data'] };
}

/**
 * Applies the model's suggestion to the shapes as one command. Returns the id of the resulting shape, null when it was deleted,
 * or undefined when nothing changed.
 */
export function applyPredictedShape(document: AnnotationDocument, suspect: Suspect): string | null | undefined {
  if (suspect.kind === 'missing') {
    const shape = getPredictedShape(suspect);
    return shape ? document.create({ ...shape, source: 'prediction' })?.id : undefined;
  }
  const shape = findSuspectShape(suspect, document.getShapes());
  if (!shape) return undefined;
  const { id } = shape;
  if (suspect.kind === 'superfluous') return document.delete(id) ? null : undefined;
  if (suspect.kind === 'other_label') return document.relabel(id, suspect.said.label?.id ?? '') ? id : undefined;
  const data = getPredictedData(suspect);
  // For a mask, convert the predicted polygon to a mask.
  if (shape.kind === 'mask') {
    const outline = getPredictedOutline(suspect);
    // Change nothing without a valid polygon, because the mask would be deleted without a replacement.
    if (!outline || !normalisePolygon(outline, document.imageSize)) return undefined;
    const { labelId, metaData, attributes } = shape;
    const polygon = { kind: 'polygon' as const, labelId, data: outline, metaData };
    return document.replace(id, [{ ...polygon, ...(attributes && { attributes }) }])[0]?.id;
  }
  return data && document.setData(id, data) ? id : undefined;
}

/** Returns the label changes that the model suggests for the image or object. Empty if the suggested label has been deleted. */
export function getAcceptedLabelChanges(
  suspect: Suspect,
  currentLabels: readonly AttachedLabel[],
  offeredLabels: readonly OfferedLabel[],
  tasks: readonly TaskRules[],
): readonly LabelChange[] {
  const { kind, said: prediction } = suspect;
  const suspectedLabels = currentLabels.filter(({ id }) => id === suspect.label?.id);
  if (kind === 'superfluous') return toRemoveChanges(suspectedLabels);
  if (kind === 'value')
    return toPredictedChanges(
      suspectedLabels.map(({ id, name, type, value }) => {
        const labelWithRange = offeredLabels.find((label) => label.id === id);
        return { label: { id, name, type }, before: { value }, after: { value: getPredictedValue(suspect, labelWithRange) } };
      }),
    );
  const label = offeredLabels.find(({ id }) => id === prediction.label?.id);
  if (!label) return [];
  const otherLabels = currentLabels.filter((label) => !suspectedLabels.includes(label));
  return [...toRemoveChanges(suspectedLabels), ...toPredictedChanges(toAddChanges([{ label }], otherLabels, tasks))];
}
