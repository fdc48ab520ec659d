import { SHAPE_NAMES, type ImportedKind, type ShapeName } from '@console/shared-contract/shape-kinds';
import type { AnyShapeKind } from '../shapes/define-kind';
import type { LabelReference } from '../shapes/kind';
import { maskKind } from './mask';
import { objectKind } from './object';
import { pointKind } from './point';
import { polygonKind } from './polygon';
import { skeletonKind } from './skeleton';

const KINDS_BY_NAME: Readonly<Record<ShapeName, AnyShapeKind>> = {
  object: objectKind,
  polygon: polygonKind,
  point: pointKind,
  skeleton: skeletonKind,
  mask: maskKind,
};

/** All kinds of shapes, for code that treats them alike. */
export const SHAPE_KINDS: readonly AnyShapeKind[] = SHAPE_NAMES.map((name) => KINDS_BY_NAME[name]);

export type LabelledKind = AnyShapeKind & { label: LabelReference };

/** The kinds whose shapes have labels. */
export const LABELLED_KINDS: readonly LabelledKind[] = SHAPE_KINDS.flatMap((kind) =>
  kind.label ? { ...kind, label: kind.label } : [],
);

/** Returns the kinds whose shapes have a label of the domain. */
export const listDomainKinds = (domain: LabelReference['domain']): readonly LabelledKind[] =>
  LABELLED_KINDS.filter(({ label }) => label.domain === domain);

/** Returns the kind of a table; undefined if the table has no shapes. */
export const findShapeKind = (table: string): AnyShapeKind | undefined => SHAPE_KINDS.find((kind) => kind.table === table);

/** Creates a record that has a new value for each kind of imported shape. */
export const createByImportedKind = <Value>(create: () => Value): Record<ImportedKind, Value> =>
  Object.fromEntries(SHAPE_KINDS.map(({ imported }) => [imported.kind, create()])) as Record<ImportedKind, Value>;
