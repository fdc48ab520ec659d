import { sql, type RawBuilder } from 'kysely';
import type { Domain } from '@console/learner/protocol';
import { FACTS, type ReadJob, type ReadProduct } from '../shapes/read-workspace';

/** A label as it was when a dataset version was made. */
export interface KeptLabel {
  of: Domain;
  id: string;
  name: string;
  /** Of recognition. */
  type: string | null;
  min_value: number | null;
  max_value: number | null;
  step_value: number | null;
  /** Absent in versions of before. */
  color?: string | null;
  /** Something of the workspace was drawn with it; of a training: its task has it. */
  drawn: boolean;
}

/** What a version keeps of a picture. */
export interface KeptPicture {
  display_key: string | null;
  mask_key: string | null;
  content_type: string;
  meta_data: unknown;
  content_hash: string;
  real: boolean;
  created: string;
  verified_by: { email: string; created: string }[];
  groups: { id: string; name: string }[];
  jobs: ReadJob[];
  /** Absent in versions of before. */
  products?: ReadProduct[];
}

/** What a version keeps of a picture `i` besides its annotations, in SQL. */
export const PICTURE = sql<KeptPicture>`
  jsonb_build_object('display_key', i.display_key, 'mask_key', i.mask_key, 'content_type', i.content_type, 'meta_data', i.meta_data,
    'content_hash', i.content_hash, 'real', i.real, 'created', i.created,
    'verified_by', ${FACTS.verifiedBy}, 'groups', ${FACTS.groups}, 'jobs', ${FACTS.jobs}, 'products', ${FACTS.products})`;

/** All that people have said of an image `i`, in SQL: the fields that a training keeps of it, and more. */
export const ALL_ANNOTATIONS = sql`
  json_build_object(
    'labels', (
      select coalesce(json_agg(json_build_object('id', l.id, 'value', il.value) order by lower(l.name), l.id), '[]')
      from image_label il join recognition_label l on l.id = il.label_id where il.image_id = i.id),
    'objects', (
      select coalesce(json_agg(json_build_object('id', o.id, 'label', o.detection_label_id, 'data', o.data, 'meta_data', o.meta_data, 'labels', (
        select coalesce(json_agg(json_build_object('id', l.id, 'value', ol.value) order by lower(l.name), l.id), '[]')
        from object_label ol join recognition_label l on l.id = ol.label_id where ol.object_id = o.id)) order by o.seq), '[]')
      from detection_object o where o.image_id = i.id),
    'polygons', (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.segmentation_label_id, 'data', p.data, 'meta_data', p.meta_data)
        order by p.created, p.id), '[]')
      from polygon p where p.image_id = i.id),
    'points', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'data', p.data) order by p.created, p.id), '[]')
      from point p where p.image_id = i.id))`;

const DRAWN_IN = {
  recognition: null,
  detection: sql`select from detection_object d where d.detection_label_id = l.id`,
  segmentation: sql`select from polygon d where d.segmentation_label_id = l.id`,
};
const DOMAINS = ['recognition', 'detection', 'segmentation'] as const;

/** Labels of a workspace, by name, as a JSON array in SQL. */
export function labelsOfWorkspace(workspaceId: RawBuilder<unknown>): RawBuilder<KeptLabel[]> {
  return labelList(
    DOMAINS.map((of) => {
      const drawnIn = DRAWN_IN[of];
      return labelRows(of, sql`l.workspace_id = ${workspaceId}`, drawnIn ? sql`exists (${drawnIn})` : sql`true`);
    }),
  );
}

/** Labels whose ids statements answer, by their domains, as a JSON array in SQL. */
export function labelsNamed(ids: Partial<Record<Domain, RawBuilder<unknown>>>): RawBuilder<KeptLabel[]> {
  return labelList(
    DOMAINS.flatMap((of) => {
      const named = ids[of];
      return named ? [labelRows(of, sql`l.id in (${named})`, sql`true`)] : [];
    }),
  );
}

function labelRows(of: Domain, where: RawBuilder<unknown>, drawn: RawBuilder<unknown>): RawBuilder<unknown> {
  const range = of === 'recognition' ? sql`l.type, l.min_value, l.max_value, l.step_value` : sql`null, null, null, null`;
  return sql`
    select ${sql.lit(of)}::text as of, l.id, l.name, ${range}, l.color, ${drawn} as drawn from ${sql.table(`${of}_label`)} l where ${where}`;
}

function labelList(rows: readonly RawBuilder<unknown>[]): RawBuilder<KeptLabel[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('of', of, 'id', id, 'name', name, 'type', type, 'min_value', min_value,
      'max_value', max_value, 'step_value', step_value, 'color', color, 'drawn', drawn) order by of, lower(name), id), '[]')
    from (${sql.join(rows, sql` union all `)}) kept (of, id, name, type, min_value, max_value, step_value, color, drawn))`;
}
