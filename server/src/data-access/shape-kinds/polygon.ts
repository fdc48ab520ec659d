import type { ScopedRow } from '../../platform/access/scope';
import { PIXEL_OVERLAP } from '../shape-similarity/measures';
import { defineShapeKind } from '../shapes/define-kind';
import { computeBoundingBox, requireValidPolygon } from '../shapes/geometry';
import type { NewShape, ShapeEdit } from '../shapes/kind';
import { segmentationLabel } from './labels';

interface NewPolygon extends NewShape {
  data: number[];
  segmentation_label: string;
}

interface PolygonEdit extends ShapeEdit {
  data?: number[];
  segmentation_label?: string;
}

export const polygonKind = defineShapeKind<ScopedRow<'polygon'>, NewPolygon, PolygonEdit>({
  name: 'polygon',
  label: segmentationLabel,
  measure: PIXEL_OVERLAP,
  columns: { data: 'int[]', bbox: 'int[]', meta_data: 'jsonb', attributes: 'jsonb', created_by: 'uuid' },
  fields: ['meta_data', 'attributes'],
  computedFields: ['bbox'],
  boxColumn: 'bbox',
  requireValid: requireValidPolygon,
  compute: (data) => ({ bbox: computeBoundingBox(data) }),
  fromImport: ({ label, ...shape }) => ({ ...shape, segmentation_label: label }),
});
