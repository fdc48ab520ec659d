import type { MaskData } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { ScopedRow } from '../../platform/access/scope';
import { toJsonb } from '../../data-access/rows/partial-update';
import { measureMask, requireValidMask } from '../../data-access/shapes/mask-geometry';
import type { NewShape, ShapeEdit, ShapeKind } from '../../data-access/shapes/kind';

export interface NewMask extends NewShape {
  data: MaskData;
  segmentation_label: string;
  meta_data?: unknown;
}

export interface MaskEdit extends ShapeEdit {
  data?: MaskData;
  segmentation_label?: string;
  meta_data?: unknown;
}

/** Masks: their table, validation, writes and restore. */
export const maskKind: ShapeKind<ScopedRow<'mask'>, NewMask, MaskEdit> = {
  table: 'mask',
  entityName: 'Mask',
  label: {
    table: 'segmentation_label',
    field: 'segmentation_label',
    column: 'segmentation_label_id',
    getLabelId: (fields) => fields.segmentation_label,
    getRowLabelId: (row) => row.segmentation_label_id,
  },
  links: [],
  requireValid: requireValidMask,
  insert: async (trx, masks, userId) => {
    const rows = masks.map(({ id, workspaceId, image, segmentation_label, data, created, createdBy, source, ...others }) => ({
      ...{ id, workspace_id: workspaceId, image_id: image, segmentation_label_id: segmentation_label },
      ...{ data, ...measureMask(data), created, source },
      ...{ meta_data: toJsonb(others.meta_data), attributes: toJsonb(others.attributes) },
      created_by: createdBy === undefined ? userId : createdBy,
    }));
    await sql`
      insert into mask (id, workspace_id, image_id, segmentation_label_id, data, bbox, area, meta_data, attributes, created, created_by, source)
      select id, workspace_id, image_id, segmentation_label_id, data, bbox, area, coalesce(meta_data::jsonb, '{}'), coalesce(attributes::jsonb, '{}'),
        coalesce(created, clock_timestamp()), created_by, source
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
        id uuid, workspace_id uuid, image_id uuid, segmentation_label_id uuid, data jsonb, bbox int[], area int, meta_data text, attributes text,
        created timestamptz, created_by uuid, source text)
    `.execute(trx);
  },
  update: async (trx, edits, userId) => {
    const changes = edits.map(({ edit, row }) => ({
      id: row.id,
      ...(edit.data && { data: edit.data, ...measureMask(edit.data) }),
      segmentation_label_id: edit.segmentation_label,
      meta_data: toJsonb(edit.meta_data),
      attributes: toJsonb(edit.attributes),
    }));
    await sql`
      update mask m set
        data = coalesce(n.data, m.data), bbox = coalesce(n.bbox, m.bbox), area = coalesce(n.area, m.area),
        segmentation_label_id = coalesce(n.segmentation_label_id, m.segmentation_label_id),
        meta_data = coalesce(n.meta_data::jsonb, m.meta_data), attributes = coalesce(n.attributes::jsonb, m.attributes), version = m.version + 1, changed_by = ${userId}::uuid
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(
        id uuid, data jsonb, bbox int[], area int, segmentation_label_id uuid, meta_data text, attributes text)
      where m.id = n.id
    `.execute(trx);
    return [];
  },
};
