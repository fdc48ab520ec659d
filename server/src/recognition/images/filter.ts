import type { ImageFilter } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connection';
import { seqRangeOf, type FacetFilter, type FacetTerm } from '../../facets';
import type { Scope } from '../../access/scope';
import { imagesByUncertainty, imagesInQueue } from '../../prediction-runs/queries';
import { listWorkspace, type NamedRows } from '../../rows/workspace';

export type ImageFilters = z.output<typeof ImageFilter>;

/** The rows that the browser's filters name, with the filter and the word for the message. */
export function rowsNamed(query: ImageFilters): NamedRows[] {
  return [
    { table: 'annotation_job', ids: [query.imagejob], field: 'imagejob', what: 'Job' },
    { table: 'detection_task', ids: [query.detection_task_neg], field: 'detection_task_neg', what: 'Task' },
    { table: 'dataset_version', ids: [query.dataset], field: 'dataset', what: 'Dataset' },
    { table: 'similarity_group', ids: [query.group], field: 'group', what: 'Group' },
    { table: 'prediction_run', ids: [query.suspects_of], field: 'suspects_of', what: 'Run' },
    { table: 'prediction_run', ids: [query.predicted_by], field: 'predicted_by', what: 'Run' },
    { table: 'recognition_label', ids: query.labels ?? [], field: 'labels', what: 'Label' },
    { table: 'recognition_label', ids: query.all_labels ?? [], field: 'all_labels', what: 'Label' },
    { table: 'recognition_label', ids: query.not_labels ?? [], field: 'not_labels', what: 'Label' },
    { table: 'recognition_label', ids: query.object_labels ?? [], field: 'object_labels', what: 'Label' },
    { table: 'detection_label', ids: query.detection_labels ?? [], field: 'detection_labels', what: 'Label' },
    { table: 'segmentation_label', ids: query.polygon_labels ?? [], field: 'polygon_labels', what: 'Label' },
    { table: 'detection_label', ids: query.object_detection_label ?? [], field: 'object_detection_label', what: 'Label' },
  ];
}

/** The browser's filters over images; null when the span of dates has none. `decided` is the workspace of what else is named. */
export async function imageFilter(db: Db, scope: Scope, query: ImageFilters, decided?: string): Promise<FacetFilter | null> {
  return filterIn(db, await listWorkspace(scope, rowsNamed(query), decided), query);
}

/** The same over a workspace that has been decided on; the rows named must be of it. */
export async function filterIn(db: Db, workspaceId: string, query: ImageFilters): Promise<FacetFilter | null> {
  const range = await seqRangeOf(db, workspaceId, 'image', query.created_after, query.created_before);
  return range && { workspaceId, entity: 'image', terms: imageTerms(workspaceId, query), ...range };
}

/** The rows of images, or of what is on them, whose file's name has the text in it, in whatever case. */
export function fileNameHas(column: 'i.seq' | 'o.seq', workspaceId: string, text: string): RawBuilder<{ seq: number }> {
  const part = text.replace(/[\\%_]/g, '\\$&');
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)} from training_image i ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id` : sql``}
    where i.workspace_id = ${workspaceId} and i.file_name like '%' || lower(${part}) || '%'`;
}

/** The rows of images, or of what is on them, that a dataset version has. */
export function inDataset(column: 'i.seq' | 'o.seq', dataset: string): RawBuilder<{ seq: number }> {
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)} from dataset_picture d join training_image i on i.id = d.image_id
    ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id` : sql``} where d.dataset_id = ${dataset}`;
}

/** Rows of images that have an outline: each once, whatever it has. */
function withPolygons(workspaceId: string): RawBuilder<{ seq: number }> {
  return sql<{
    seq: number;
  }>`select i.seq from training_image i where i.workspace_id = ${workspaceId} and exists (select from polygon p where p.image_id = i.id)`;
}

/** The same, of labels. */
function withPolygonsOf(labels: readonly string[]): RawBuilder<{ seq: number }> {
  return sql<{ seq: number }>`
    select i.seq from (select distinct image_id from polygon where segmentation_label_id = any(${labels}::uuid[])) p
    join training_image i on i.id = p.image_id`;
}

function imageTerms(workspaceId: string, query: ImageFilters): FacetTerm[] {
  const not = query.not_in === true;
  const terms: FacetTerm[] = [];
  if (query.verified !== undefined) terms.push({ kind: 'image.verified', not: !query.verified });
  if (query.test !== undefined) terms.push({ kind: 'image.test', not: !query.test });
  if (query.real !== undefined) terms.push({ kind: 'image.real', not: !query.real });
  if (query.not_groups !== undefined) terms.push({ kind: 'image.grouped', not: query.not_groups });
  if (query.labels) terms.push({ kind: 'image.label', refs: query.labels });
  for (const label of query.all_labels ?? []) terms.push({ kind: 'image.label', refs: [label] });
  if (query.not_labels) terms.push({ kind: 'image.label', refs: query.not_labels, not: true });
  if (query.detection_labels) terms.push({ kind: 'image.object_label', refs: query.detection_labels });
  if (query.polygons !== undefined) terms.push({ seqs: withPolygons(workspaceId), not: !query.polygons });
  if (query.polygon_labels) terms.push({ seqs: withPolygonsOf(query.polygon_labels) });
  if (query.object_detection_label) terms.push({ kind: 'image.object_label', refs: query.object_detection_label });
  if (query.search) terms.push({ seqs: fileNameHas('i.seq', workspaceId, query.search) });
  if (query.dataset) terms.push({ seqs: inDataset('i.seq', query.dataset) });
  if (query.suspects_of) terms.push({ seqs: sql`select seq from (${imagesInQueue(query.suspects_of)}) queue` });
  if (query.predicted_by)
    terms.push({ seqs: sql`select seq from (${imagesByUncertainty(query.predicted_by, query.uncertainty_from)}) predicted` });
  if (query.imagejob) terms.push({ kind: 'image.job', refs: [query.imagejob], not });
  if (query.detection_task_neg) terms.push({ kind: 'image.task_neg', refs: [query.detection_task_neg], not });
  if (query.group)
    terms.push({
      seqs: sql`select i.seq from group_image g join training_image i on i.id = g.image_id where g.group_id = ${query.group}`,
      not,
    });
  if (query.object_labels) {
    terms.push({
      seqs: sql`
      select i.seq from object_label l join detection_object o on o.id = l.object_id join training_image i on i.id = o.image_id
      where l.label_id = any(${query.object_labels}::uuid[])`,
    });
  }
  return terms;
}
