import type { Label, LabelSet, Shape } from '../types';
import { NEUTRAL_COLOR, POINT_COLOR } from './look';

/** What a shape is called and coloured. */
export interface LabelLook {
  readonly name: string;
  readonly color: string;
}

export type LookOf = (shape: Shape) => LabelLook;

const UNKNOWN: LabelLook = { name: '', color: NEUTRAL_COLOR };

/** Finds the name and colour of shapes by their labels. */
export function looksOf(labels: LabelSet): LookOf {
  const objects = byId(labels.object);
  const polygons = byId(labels.polygon);
  return (shape) => {
    if (shape.kind === 'point') return { name: shape.name, color: POINT_COLOR };
    return (shape.kind === 'object' ? objects : polygons).get(shape.labelId) ?? UNKNOWN;
  };
}

function byId(labels: readonly Label[]): ReadonlyMap<string, LabelLook> {
  return new Map(labels.map((label) => [label.id, label]));
}
