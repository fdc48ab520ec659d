import type { Label, LabelSet, Shape } from '../model/types';
import { NEUTRAL_COLOR, POINT_COLOR } from './look';

/** The name and color of a shape. */
export interface LabelLook {
  readonly name: string;
  readonly color: string;
}

export type LookGetter = (shape: Shape) => LabelLook;

const UNKNOWN: LabelLook = { name: '', color: NEUTRAL_COLOR };

/** Creates a function that returns the name and color of a shape by its label. */
export function createLookGetter(labels: LabelSet): LookGetter {
  const objects = indexById(labels.object);
  const polygons = indexById(labels.polygon);
  return (shape) => {
    if (shape.kind === 'point') return { name: shape.name, color: POINT_COLOR };
    return (shape.kind === 'object' ? objects : polygons).get(shape.labelId) ?? UNKNOWN;
  };
}

function indexById(labels: readonly Label[]): ReadonlyMap<string, LabelLook> {
  return new Map(labels.map((label) => [label.id, label]));
}
