import type { AttachedLabel, DetectionObject, ModelOrigin, ShapeLabel } from '@console/shared-contract/api';
import type { AttributeValue } from '@console/shared-contract/shape-attributes';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { selectPrediction } from '../../../data-access/shapes/model-origin';
import { toIsoTimestamp, readBounded, readMany, type RowView } from '../../../data-access/rows/view';

/** A row of an object list. Contains keys of files, which the response replaces by URLs. */
interface ObjectRow {
  id: string;
  workspace: string;
  seq: number;
  image: { id: string; img_width: number; img_height: number; real: boolean; test_image: boolean; verificationsCount: number };
  shown_key: string;
  thumb_key: string;
  thumb_token: string;
  detection_label: ShapeLabel;
  data: number[];
  rotated_box: number[] | null;
  meta_data: unknown;
  attributes: Record<string, AttributeValue>;
  recognition_labels: AttachedLabel[];
  prediction: ModelOrigin | null;
  created: string;
  version: number;
}

export const objectView: RowView<ObjectRow> = {
  from: sql`detection_object o join training_image i on i.id = o.image_id join detection_label d on d.id = o.detection_label_id`,
  id: sql`o.id`,
  columns: sql<ObjectRow>`
    o.id, o.workspace_id as workspace, o.seq, o.data, o.rotated_box, o.meta_data, o.attributes, o.thumb_token, o.version, ${selectPrediction('o')} as prediction, ${toIsoTimestamp('o.created')} as created,
    coalesce(i.display_key, i.img_key) as shown_key, i.thumb_key,
    json_build_object('id', i.id, 'img_width', i.img_width, 'img_height', i.img_height, 'real', i.real, 'test_image', i.test_image,
      'verificationsCount', (select count(*) from image_verification v where v.image_id = i.id)) as image,
    json_build_object('id', d.id, 'name', d.name, 'color', d.color) as detection_label,
    coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'type', l.type, 'value', ol.value) order by lower(l.name), l.id)
      from object_label ol join recognition_label l on l.id = ol.label_id where ol.object_id = o.id), '[]') as recognition_labels`,
};

/** Returns the URL of an object's crop. The token changes with every change of the box, so caches never show an old crop. */
export function getObjectThumbUrl(token: string, fileUrl: (key: string) => string): string {
  return fileUrl(`objects/${token}`);
}

export function toDetectionObject(
  { seq: _, shown_key, thumb_key, thumb_token, image, ...object }: ObjectRow,
  fileUrl: (key: string) => string,
): DetectionObject {
  return {
    ...object,
    image: { ...image, img_path: fileUrl(shown_key), thumb_img_path: fileUrl(thumb_key) },
    thumb: getObjectThumbUrl(thumb_token, fileUrl),
  };
}

export async function readObjects(
  db: Db,
  ids: readonly string[],
  fileUrl: (key: string) => string,
): Promise<Map<string, DetectionObject>> {
  const rows = await readMany(db, objectView, ids);
  return new Map([...rows].map(([id, row]) => [id, toDetectionObject(row, fileUrl)]));
}

/** Reads objects by the sequence numbers (`seq`) that a facet search returned. Keeps their order. */
export async function readObjectsBySeq(db: Db, workspaceId: string, seqs: readonly number[]): Promise<ObjectRow[]> {
  if (seqs.length === 0) return [];
  const query = sql<ObjectRow>`
    select ${objectView.columns} from ${objectView.from}
    where o.workspace_id = ${workspaceId} and o.seq = any(${seqs}::int[]) order by array_position(${seqs}::int[], o.seq)`;
  return readBounded(db, query, { isFrequent: true });
}
