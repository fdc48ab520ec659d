import { SKELETON_POINT_NUMBERS } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { badField } from '../../../platform/errors';
import type { ScopedRow } from '../../../platform/access/scope';
import { toJsonb } from '../../../data-access/rows/partial-update';
import { requireInsideImage } from '../../../data-access/shapes/geometry';
import type { NewShape, ShapeEdit, ShapeKind } from '../../../data-access/shapes/kind';
import { messages } from '../../../data-access/shapes/messages';
import { listPositions } from '../../../data-access/shapes/skeleton-positions';

export interface NewSkeleton extends NewShape {
  detection_label: string;
  data: number[];
  meta_data?: unknown;
}

export interface SkeletonEdit extends ShapeEdit {
  detection_label?: string;
  data?: number[];
  meta_data?: unknown;
}

/** Skeletons of named points: their table, validation, writes and restore. Triggers compute the box and check the number of points. */
export const skeletonKind: ShapeKind<ScopedRow<'skeleton'>, NewSkeleton, SkeletonEdit> = {
  table: 'skeleton',
  entityName: 'Skeleton',
  label: {
    table: 'detection_label',
    field: 'detection_label',
    column: 'detection_label_id',
    getLabelId: (fields) => fields.detection_label,
    getRowLabelId: (row) => row.detection_label_id,
  },
  links: [],
  requireFit: ({ label, row, data = row?.data }) => {
    if (label && !label.skeleton) throw badField('detection_label', messages.noSkeleton);
    // All skeletons of a label have the same number of points.
    const points = label?.skeleton?.points.length ?? (row && row.data.length / SKELETON_POINT_NUMBERS);
    if (data && points !== undefined && data.length !== points * SKELETON_POINT_NUMBERS)
      throw badField('data', messages.numberOfPoints(points));
  },
  requireValid: (data, image) => requireInsideImage(listPositions(data), image),
  insert: async (trx, skeletons, userId) => {
    const rows = skeletons.map((skeleton) => ({
      id: skeleton.id,
      workspace_id: skeleton.workspaceId,
      image_id: skeleton.image,
      detection_label_id: skeleton.detection_label,
      data: skeleton.data,
      meta_data: toJsonb(skeleton.meta_data),
      attributes: toJsonb(skeleton.attributes),
      created: skeleton.created,
      created_by: skeleton.createdBy === undefined ? userId : skeleton.createdBy,
      source: skeleton.source,
    }));
    await sql`
      insert into skeleton (id, workspace_id, image_id, detection_label_id, data, meta_data, attributes, created, created_by, source)
      select id, workspace_id, image_id, detection_label_id, data, coalesce(meta_data::jsonb, '{}'), coalesce(attributes::jsonb, '{}'),
        coalesce(created, clock_timestamp()), created_by, source
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
        id uuid, workspace_id uuid, image_id uuid, detection_label_id uuid, data int[], meta_data text, attributes text, created timestamptz,
        created_by uuid, source text)
    `.execute(trx);
  },
  update: async (trx, edits, userId) => {
    const changes = edits.map(({ edit, row }) => ({
      id: row.id,
      data: edit.data,
      detection_label_id: edit.detection_label,
      meta_data: toJsonb(edit.meta_data),
      attributes: toJsonb(edit.attributes),
    }));
    await sql`
      update skeleton s set
        data = coalesce(n.data, s.data), version = s.version + 1, changed_by = ${userId}::uuid,
        detection_label_id = coalesce(n.detection_label_id, s.detection_label_id),
        meta_data = coalesce(n.meta_data::jsonb, s.meta_data), attributes = coalesce(n.attributes::jsonb, s.attributes)
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(
        id uuid, data int[], detection_label_id uuid, meta_data text, attributes text)
      where s.id = n.id
    `.execute(trx);
    return [];
  },
};
