import { hasFlag, SHAPE_FLAGS } from '@console/shared-contract/shape-attributes';
import type { LabelledKind } from '../model/label-memory';
import { isLabelled, listLabels, type Label, type LabelSet, type Shape, type ShapeKind } from '../model/types';
import { NEUTRAL_COLOR, POINT_COLOR } from './look';

/** How the label of a shape is shown. */
export interface LabelLook extends Omit<Label, 'id'> {
  /** Text of the shape's flags, which the caption shows after the name. */
  readonly marks?: string;
}

/** Returns the name, color and flags with which a shape is painted. */
export type LookGetter = (shape: Shape) => LabelLook;

const UNKNOWN_LABEL_LOOK: LabelLook = { name: '', color: NEUTRAL_COLOR };

/** Creates a function that returns how a shape with a certain label is painted. */
export function createLookGetter(labels: LabelSet, getLabelKind: (kind: ShapeKind) => LabelledKind | null): LookGetter {
  const labelsByKind = {
    object: indexById(labels.object),
    polygon: indexById(labels.polygon),
    skeleton: indexById(listLabels(labels, 'skeleton')),
  };
  return (shape) => {
    const kind = getLabelKind(shape.kind);
    const look = isLabelled(shape)
      ? ((kind && labelsByKind[kind].get(shape.labelId)) ?? UNKNOWN_LABEL_LOOK)
      : { name: shape.name, color: POINT_COLOR };
    const scoredLook = shape.score === undefined ? look : { ...look, name: `${look.name} ${formatScore(shape.score)}`.trim() };
    const flagTexts = formatMarks(shape);
    return flagTexts === '' ? scoredLook : { ...scoredLook, marks: flagTexts };
  };
}

/** Returns the flags of a shape as text; empty if it has none. */
function formatMarks({ attributes }: Shape): string {
  if (!attributes) return '';
  return SHAPE_FLAGS.filter((flag) => hasFlag(attributes, flag)).join(', ');
}

const formatScore = (score: number) => `${Math.round(score * 100)} %`;

function indexById(labels: readonly Label[]): ReadonlyMap<string, LabelLook> {
  return new Map(labels.map((label) => [label.id, label]));
}
