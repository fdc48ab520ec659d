import type { ScopedRow } from '../../platform/access/scope';
import { POINT_SIMILARITY } from '../shape-similarity/measures';
import { defineShapeKind } from '../shapes/define-kind';
import { requireInsideImage } from '../shapes/geometry';
import type { NewShape, ShapeEdit } from '../shapes/kind';

interface NewPoint extends NewShape {
  data: number[];
  name: string;
}

interface PointEdit extends ShapeEdit {
  data?: number[];
  name?: string;
}

export const pointKind = defineShapeKind<ScopedRow<'point'>, NewPoint, PointEdit>({
  name: 'point',
  label: null,
  measure: POINT_SIMILARITY,
  columns: { name: 'text', data: 'int[]', attributes: 'jsonb' },
  fields: ['name', 'attributes'],
  boxColumn: 'data',
  requireValid: requireInsideImage,
  toColumns: ({ name }) => ({ name }),
  fromImport: ({ label, ...shape }) => ({ ...shape, name: label }),
});
