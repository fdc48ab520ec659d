import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { OBJECT_FACETS, syncFacets, allocateSeqs, type FacetSync } from '../../../data-access/facets';
import type { WriteScope, ScopedRow } from '../../../platform/access/scope';
import { toJsonb } from '../../../data-access/rows/partial-update';
import { requireEnclosingBox, requireValidBox } from '../../../data-access/shapes/geometry';
import type { ValidatedShape, ValidatedEdit, NewShape, ShapeEdit, ShapeKind } from '../../../data-access/shapes/kind';
import { createShapes } from '../../../data-access/shapes/write';

export interface NewObject extends NewShape {
  data: number[];
  detection_label: string;
  /** `[x, y, width, height, angle]`. Null or absent for an upright box. */
  rotated_box?: number[] | null;
  meta_data?: unknown;
}

export interface ObjectEdit extends ShapeEdit {
  data?: number[];
  detection_label?: string;
  /** Null makes the box upright. Absent: it stays rotated unless `data` changes. */
  rotated_box?: number[] | null;
  meta_data?: unknown;
}

/** Boxes, upright or rotated, called objects by the API: their table, validation, writes, restore and facets. */
export const objectKind: ShapeKind<ScopedRow<'detection_object'>, NewObject, ObjectEdit> = {
  table: 'detection_object',
  entityName: 'Object',
  label: {
    table: 'detection_label',
    field: 'detection_label',
    column: 'detection_label_id',
    getLabelId: (fields) => fields.detection_label,
    getRowLabelId: (row) => row.detection_label_id,
  },
  links: [
    { table: 'object_label', column: 'object_id', ref: 'label_id', refTable: 'recognition_label' },
    { table: 'group_object', column: 'object_id', ref: 'group_id', refTable: 'similarity_group' },
  ],
  deriveData: (fields, image) =>
    fields.rotated_box ? { ...fields, data: requireEnclosingBox(fields.rotated_box, image) } : fields,
  isDataDerived: (fields) => 'rotated_box' in fields && fields.rotated_box != null,
  requireValid: requireValidBox,
  insert: insertObjects,
  update: updateObjects,
  // The file of the cut-out was deleted, but browsers may have cached the redirect from the old URL. A new token changes the
  // URL.
  resetColumns: sql`jsonb_build_object('thumb_key', null, 'thumb_token', gen_random_uuid())`,
  getFileKey: (row) => row.thumb_key,
  getSeq: (row) => row.seq,
  syncFacets: (trx, workspaceId, { addedIds, relabelledIds, labelIds, imageIds, deletedSeqs }) => {
    const syncs: FacetSync[] = [
      { target: 'object', ids: addedIds, kinds: OBJECT_FACETS },
      { target: 'object', ids: relabelledIds, kinds: ['object.detection_label'], refs: labelIds },
      { target: 'image', ids: imageIds, kinds: ['image.object_label'], refs: labelIds },
    ];
    return syncFacets(trx, workspaceId, syncs, { objects: deletedSeqs });
  },
};

/** Creates bounding boxes, all of which must be valid. Returns their ids. */
export function createObjects(trx: Db, writeScope: WriteScope, objects: readonly NewObject[]): Promise<string[]> {
  return createShapes(trx, writeScope, objectKind, objects);
}

async function insertObjects(trx: Db, objects: readonly ValidatedShape<NewObject>[], userId: string | null): Promise<void> {
  const rows: object[] = [];
  // Sorted by workspace id: every writer locks the counters of several workspaces in this order.
  for (const workspaceId of [...new Set(objects.map((object) => object.workspaceId))].sort()) {
    const inWorkspace = objects.filter((object) => object.workspaceId === workspaceId);
    const { first, created } = await allocateSeqs(trx, workspaceId, 'object', inWorkspace.length);
    rows.push(
      ...inWorkspace.map((object, index) => ({
        id: object.id,
        workspace_id: workspaceId,
        seq: first + index,
        image_id: object.image,
        detection_label_id: object.detection_label,
        data: object.data,
        rotated_box: object.rotated_box,
        meta_data: toJsonb(object.meta_data),
        created: object.created ?? created,
        created_by: object.createdBy === undefined ? userId : object.createdBy,
        source: object.source,
      })),
    );
  }
  await sql`
    insert into detection_object (id, workspace_id, seq, image_id, detection_label_id, data, rotated_box, meta_data, created, created_by, source)
    select id, workspace_id, seq, image_id, detection_label_id, data, rotated_box, coalesce(meta_data::jsonb, '{}'), created, created_by, source
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      id uuid, workspace_id uuid, seq int, image_id uuid, detection_label_id uuid, data int[], rotated_box float8[], meta_data text, created timestamptz, created_by uuid, source text)
  `.execute(trx);
}

/** Updates objects. An object whose box changes loses its cut-out. Returns the file keys of these cut-outs. */
async function updateObjects(
  trx: Db,
  edits: readonly ValidatedEdit<ScopedRow<'detection_object'>, ObjectEdit>[],
  userId: string | null,
): Promise<string[]> {
  const changes = edits.map(({ edit, row }) => ({
    id: row.id,
    data: edit.data,
    rotated_box: edit.rotated_box,
    is_rotation_sent: edit.rotated_box !== undefined,
    detection_label_id: edit.detection_label,
    meta_data: toJsonb(edit.meta_data),
    is_moved: edit.data !== undefined && edit.data.some((value, index) => value !== row.data[index]),
    thumb_key: row.thumb_key,
  }));
  await sql`
    update detection_object o set
      data = coalesce(n.data, o.data), rotated_box = case when n.is_rotation_sent then n.rotated_box else o.rotated_box end,
      detection_label_id = coalesce(n.detection_label_id, o.detection_label_id),
      meta_data = coalesce(n.meta_data::jsonb, o.meta_data), version = o.version + 1, changed_by = ${userId}::uuid,
      thumb_token = case when n.is_moved then gen_random_uuid() else o.thumb_token end,
      thumb_key = case when n.is_moved then null else o.thumb_key end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(
      id uuid, data int[], rotated_box float8[], is_rotation_sent boolean, detection_label_id uuid, meta_data text, is_moved boolean)
    where o.id = n.id
  `.execute(trx);
  return changes.flatMap((change) => (change.is_moved && change.thumb_key !== null ? change.thumb_key : []));
}
