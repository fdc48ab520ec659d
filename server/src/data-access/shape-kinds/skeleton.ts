import { computeSkeletonBounds, NUMBERS_PER_SKELETON_POINT } from '@console/shared-contract/skeleton';
import type { ScopedRow } from '../../platform/access/scope';
import { createFieldError } from '../../platform/errors';
import { KEYPOINT_SIMILARITY } from '../shape-similarity/measures';
import { defineShapeKind } from '../shapes/define-kind';
import { requireInsideImage } from '../shapes/geometry';
import type { NewShape, ShapeEdit } from '../shapes/kind';
import { messages } from '../shapes/messages';
import { listPositions } from '../shapes/skeleton-positions';
import { detectionLabel } from './labels';

interface NewSkeleton extends NewShape {
  detection_label: string;
  data: number[];
}

interface SkeletonEdit extends ShapeEdit {
  detection_label?: string;
  data?: number[];
}

/** Skeletons of named points. Triggers also compute the box and check the number of points. */
export const skeletonKind = defineShapeKind<ScopedRow<'skeleton'>, NewSkeleton, SkeletonEdit>({
  name: 'skeleton',
  label: detectionLabel,
  measure: KEYPOINT_SIMILARITY,
  columns: { data: 'int[]', bbox: 'int[]', meta_data: 'jsonb', attributes: 'jsonb', created_by: 'uuid' },
  fields: ['meta_data', 'attributes'],
  computedFields: ['bbox'],
  boxColumn: 'bbox',
  requireFit: ({ label, row, data = row?.data }) => {
    if (label && !label.skeleton) throw createFieldError('detection_label', messages.noSkeleton);
    // All skeletons of a label have the same number of points.
    const points = label?.skeleton?.points.length ?? (row && row.data.length / NUMBERS_PER_SKELETON_POINT);
    if (data && points !== undefined && data.length !== points * NUMBERS_PER_SKELETON_POINT)
      throw createFieldError('data', messages.numberOfPoints(points));
  },
  requireValid: (data, image) => requireInsideImage(listPositions(data), image),
  compute: (data) => ({ bbox: computeSkeletonBounds(data) ?? [] }),
  fromImport: ({ label, ...shape }) => ({ ...shape, detection_label: label }),
});
