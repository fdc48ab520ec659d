import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { OBJECT_FACETS, syncFacets, takeSeq, type FacetSync } from '../../facets';
import type { Reach, ScopedRow } from '../../access/scope';
import { asJson } from '../../rows/edit';
import { checkBox } from '../../shapes/geometry';
import type { Drawn, Edited, NewShape, ShapeEdit, ShapeKind } from '../../shapes/kind';
import { createShapes } from '../../shapes/write';

export interface NewObject extends NewShape {
  detection_label: string;
  meta_data?: unknown;
}

export interface ObjectEdit extends ShapeEdit {
  detection_label?: string;
  meta_data?: unknown;
}

export const objectKind: ShapeKind<ScopedRow<'detection_object'>, NewObject, ObjectEdit> = {
  table: 'detection_object',
  what: 'Object',
  label: {
    table: 'detection_label',
    field: 'detection_label',
    column: 'detection_label_id',
    of: (fields) => fields.detection_label,
    ofRow: (row) => row.detection_label_id,
  },
  links: [
    { table: 'object_label', column: 'object_id', ref: 'label_id', refTable: 'recognition_label' },
    { table: 'group_object', column: 'object_id', ref: 'group_id', refTable: 'similarity_group' },
  ],
  check: checkBox,
  insert: insertObjects,
  update: updateObjects,
  // The file of its cut-out is gone, and a browser may have kept the way from the old address to it.
  renewed: sql`jsonb_build_object('thumb_key', null, 'thumb_token', gen_random_uuid())`,
  fileOf: (row) => row.thumb_key,
  seqOf: (row) => row.seq,
  sync: (trx, workspaceId, { appeared, relabelled, labels, images, gone }) => {
    const syncs: FacetSync[] = [
      { of: 'object', ids: appeared, kinds: OBJECT_FACETS },
      { of: 'object', ids: relabelled, kinds: ['object.detection_label'], refs: labels },
      { of: 'image', ids: images, kinds: ['image.object_label'], refs: labels },
    ];
    return syncFacets(trx, workspaceId, syncs, { objects: gone });
  },
};

/** Draws boxes, all of which must be right. Answers their ids. */
export function createObjects(trx: Db, reach: Reach, objects: readonly NewObject[]): Promise<string[]> {
  return createShapes(trx, reach, objectKind, objects);
}

async function insertObjects(trx: Db, objects: readonly Drawn<NewObject>[], userId: string | null): Promise<void> {
  const rows: object[] = [];
  // By the id of the workspace, as every writer takes the counters of several.
  for (const workspaceId of [...new Set(objects.map((object) => object.workspaceId))].sort()) {
    const here = objects.filter((object) => object.workspaceId === workspaceId);
    const { first, created } = await takeSeq(trx, workspaceId, 'object', here.length);
    rows.push(
      ...here.map((object, index) => ({
        id: object.id,
        workspace_id: workspaceId,
        seq: first + index,
        image_id: object.image,
        detection_label_id: object.detection_label,
        data: object.data,
        meta_data: asJson(object.meta_data),
        created: object.created ?? created,
        created_by: object.createdBy === undefined ? userId : object.createdBy,
      })),
    );
  }
  await sql`
    insert into detection_object (id, workspace_id, seq, image_id, detection_label_id, data, meta_data, created, created_by)
    select id, workspace_id, seq, image_id, detection_label_id, data, coalesce(meta_data::jsonb, '{}'), created, created_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      id uuid, workspace_id uuid, seq int, image_id uuid, detection_label_id uuid, data int[], meta_data text, created timestamptz, created_by uuid)
  `.execute(trx);
}

/** A box that moves loses its cut-out. */
async function updateObjects(
  trx: Db,
  edits: readonly Edited<ScopedRow<'detection_object'>, ObjectEdit>[],
  userId: string | null,
): Promise<string[]> {
  const changes = edits.map(({ edit, row }) => ({
    id: row.id,
    data: edit.data,
    detection_label_id: edit.detection_label,
    meta_data: asJson(edit.meta_data),
    is_moved: edit.data !== undefined && edit.data.some((value, index) => value !== row.data[index]),
    thumb_key: row.thumb_key,
  }));
  await sql`
    update detection_object o set
      data = coalesce(n.data, o.data), detection_label_id = coalesce(n.detection_label_id, o.detection_label_id),
      meta_data = coalesce(n.meta_data::jsonb, o.meta_data), version = o.version + 1, changed_by = ${userId}::uuid,
      thumb_token = case when n.is_moved then gen_random_uuid() else o.thumb_token end,
      thumb_key = case when n.is_moved then null else o.thumb_key end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id uuid, data int[], detection_label_id uuid, meta_data text, is_moved boolean)
    where o.id = n.id
  `.execute(trx);
  return changes.flatMap((change) => (change.is_moved && change.thumb_key !== null ? change.thumb_key : []));
}
