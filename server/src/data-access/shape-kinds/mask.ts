import type { MaskData } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { ScopedRow } from '../../platform/access/scope';
import { PIXEL_OVERLAP } from '../shape-similarity/measures';
import { defineShapeKind } from '../shapes/define-kind';
import type { NewShape, ShapeEdit } from '../shapes/kind';
import { measureMask, requireValidMask } from '../shapes/mask-geometry';
import { segmentationLabel } from './labels';

interface NewMask extends NewShape {
  data: MaskData;
  segmentation_label: string;
}

interface MaskEdit extends ShapeEdit {
  data?: MaskData;
  segmentation_label?: string;
}

export const maskKind = defineShapeKind<ScopedRow<'mask'>, NewMask, MaskEdit>({
  name: 'mask',
  label: segmentationLabel,
  measure: PIXEL_OVERLAP,
  columns: { data: 'jsonb', bbox: 'int[]', area: 'int', meta_data: 'jsonb', attributes: 'jsonb', created_by: 'uuid' },
  fields: ['meta_data', 'attributes'],
  computedFields: ['bbox', 'area'],
  boxColumn: 'bbox',
  // Compare only the counts, because all masks of an image have the size of the image.
  comparedData: sql`jsonb_build_array(s.data ->> 'counts')`,
  snapshot: { data: sql`to_jsonb(s.bbox)`, mask: sql`s.data` },
  requireValid: requireValidMask,
  compute: measureMask,
  toImport: ({ data }) => ({ data: measureMask(data).bbox, mask: data }),
  fromImport: ({ label, mask, ...shape }) => {
    if (!mask) throw new Error('the mask of an import has no pixels');
    return { ...shape, segmentation_label: label, data: mask };
  },
});
