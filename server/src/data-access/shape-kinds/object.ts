import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ScopedRow } from '../../platform/access/scope';
import { allocateSeqs, OBJECT_FACETS, syncFacets, type FacetSync } from '../facets';
import { BOX_OVERLAP } from '../shape-similarity/measures';
import { defineShapeKind } from '../shapes/define-kind';
import { requireEnclosingBox, requireValidBox } from '../shapes/geometry';
import type { NewShape, ShapeEdit } from '../shapes/kind';
import { detectionLabel } from './labels';

interface NewObject extends NewShape {
  data: number[];
  detection_label: string;
  /** `[x, y, width, height, angle]`. Null or absent for an upright box. */
  rotated_box?: number[] | null;
}

interface ObjectEdit extends ShapeEdit {
  data?: number[];
  detection_label?: string;
  /** Null makes the box upright. If the field is absent, the box stays rotated unless `data` changes. */
  rotated_box?: number[] | null;
}

/** The labels of an object `s` with their names, for exported records. */
const namedLabels = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'name', l.name, 'value', ol.value) order by lower(l.name), l.id)
  from object_label ol join recognition_label l on l.id = ol.label_id where ol.object_id = s.id), '[]')`;
/** The labels of an object `s` without names, for dataset versions. */
const labelReferences = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'value', ol.value) order by lower(l.name), l.id)
  from object_label ol join recognition_label l on l.id = ol.label_id where ol.object_id = s.id), '[]')`;

/** Boxes, upright or rotated, called objects by the API. */
export const objectKind = defineShapeKind<ScopedRow<'detection_object'>, NewObject, ObjectEdit>({
  name: 'object',
  label: detectionLabel,
  measure: BOX_OVERLAP,
  links: [
    { table: 'object_label', column: 'object_id', ref: 'label_id', refTable: 'recognition_label' },
    { table: 'group_object', column: 'object_id', ref: 'group_id', refTable: 'similarity_group' },
  ],
  columns: {
    data: 'int[]',
    rotated_box: 'float8[]',
    meta_data: 'jsonb',
    attributes: 'jsonb',
    created_by: 'uuid',
    seq: 'int',
    thumb_token: 'uuid',
    thumb_key: 'text',
  },
  fields: ['rotated_box', 'meta_data', 'attributes'],
  boxColumn: 'data',
  order: sql`s.seq`,
  related: {
    inRecord: {
      labels: namedLabels,
      groups: sql`array(select m.group_id from group_object m where m.object_id = s.id order by m.group_id)`,
    },
    inVersion: { labels: labelReferences },
  },
  variants: { rotated_box: sql`s.rotated_box is not null` },
  comparedData: sql`to_jsonb(s.data::float8[] || coalesce(s.rotated_box, '{}'))`,
  snapshot: {
    rotated_box: sql`to_jsonb(s.rotated_box)`,
    labels: sql`coalesce((
      select jsonb_agg(jsonb_build_object('label', l.label_id, 'value', l.value) order by l.label_id)
      from object_label l where l.object_id = s.id), '[]')`,
  },
  deriveData: (fields, image) =>
    fields.rotated_box ? { ...fields, data: requireEnclosingBox(fields.rotated_box, image) } : fields,
  isDataDerived: (fields) => 'rotated_box' in fields && fields.rotated_box != null,
  requireValid: requireValidBox,
  toColumns: ({ rotated_box }) => ({ rotated_box }),
  prepareInsert: async (trx, objects) => {
    const values: { seq: number; created: Date }[] = [];
    // Sort by workspace id, so that all writers lock the counters of several workspaces in the same order.
    for (const workspaceId of [...new Set(objects.map((object) => object.workspaceId))].sort()) {
      const indexes = objects.flatMap((object, index) => (object.workspaceId === workspaceId ? index : []));
      const { first, created } = await allocateSeqs(trx, workspaceId, 'object', indexes.length);
      for (const [offset, index] of indexes.entries())
        values[index] = { seq: first + offset, created: objects[index]?.created ?? created };
    }
    return values;
  },
  // When the box of an object changes, its crop is outdated and gets deleted.
  prepareUpdate: ({ data }, row) =>
    data?.some((value, index) => value !== row.data[index])
      ? { values: { thumb_token: randomUUID(), thumb_key: null }, outdatedFile: row.thumb_key }
      : { values: {}, outdatedFile: null },
  toImport: ({ data, rotated_box }) => ({ data, rotatedBox: rotated_box ?? undefined }),
  fromImport: ({ label, rotatedBox, ...shape }) => ({ ...shape, detection_label: label, rotated_box: rotatedBox }),
  // The file of the crop was deleted, but browsers may have cached the redirect from the old URL. A new token changes the URL.
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
});
