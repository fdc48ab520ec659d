import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { WriteScope, ScopedRow } from '../../platform/access/scope';
import { toJsonb } from '../../data-access/rows/partial-update';
import { computeBoundingBox, requireValidPolygon } from '../../data-access/shapes/geometry';
import type { NewShape, ShapeEdit, ShapeKind } from '../../data-access/shapes/kind';
import { createShapes } from '../../data-access/shapes/write';

export interface NewPolygon extends NewShape {
  data: number[];
  segmentation_label: string;
  meta_data?: unknown;
}

export interface PolygonEdit extends ShapeEdit {
  data?: number[];
  segmentation_label?: string;
  meta_data?: unknown;
}

/** Polygons: their table, validation, writes and restore. */
export const polygonKind: ShapeKind<ScopedRow<'polygon'>, NewPolygon, PolygonEdit> = {
  table: 'polygon',
  entityName: 'Polygon',
  label: {
    table: 'segmentation_label',
    field: 'segmentation_label',
    column: 'segmentation_label_id',
    getLabelId: (fields) => fields.segmentation_label,
    getRowLabelId: (row) => row.segmentation_label_id,
  },
  links: [],
  requireValid: requireValidPolygon,
  insert: async (trx, polygons, userId) => {
    const rows = polygons.map((polygon) => ({
      id: polygon.id,
      workspace_id: polygon.workspaceId,
      image_id: polygon.image,
      segmentation_label_id: polygon.segmentation_label,
      data: polygon.data,
      bbox: computeBoundingBox(polygon.data),
      meta_data: toJsonb(polygon.meta_data),
      created: polygon.created,
      created_by: polygon.createdBy === undefined ? userId : polygon.createdBy,
      source: polygon.source,
    }));
    await sql`
      insert into polygon (id, workspace_id, image_id, segmentation_label_id, data, bbox, meta_data, created, created_by, source)
      select id, workspace_id, image_id, segmentation_label_id, data, bbox, coalesce(meta_data::jsonb, '{}'),
        coalesce(created, clock_timestamp()), created_by, source
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
        id uuid, workspace_id uuid, image_id uuid, segmentation_label_id uuid, data int[], bbox int[], meta_data text, created timestamptz, created_by uuid, source text)
    `.execute(trx);
  },
  update: async (trx, edits, userId) => {
    const changes = edits.map(({ edit, row }) => ({
      id: row.id,
      data: edit.data,
      bbox: edit.data && computeBoundingBox(edit.data),
      segmentation_label_id: edit.segmentation_label,
      meta_data: toJsonb(edit.meta_data),
    }));
    await sql`
      update polygon p set
        data = coalesce(n.data, p.data), bbox = coalesce(n.bbox, p.bbox), version = p.version + 1, changed_by = ${userId}::uuid,
        segmentation_label_id = coalesce(n.segmentation_label_id, p.segmentation_label_id),
        meta_data = coalesce(n.meta_data::jsonb, p.meta_data)
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id uuid, data int[], bbox int[], segmentation_label_id uuid, meta_data text)
      where p.id = n.id
    `.execute(trx);
    return [];
  },
};

/** Creates polygons, all of which must be valid. Returns their ids. */
export function createPolygons(trx: Db, writeScope: WriteScope, polygons: readonly NewPolygon[]): Promise<string[]> {
  return createShapes(trx, writeScope, polygonKind, polygons);
}
