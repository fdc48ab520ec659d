import type { ImageFilter } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { findSeqRange, type FacetFilter, type FacetTerm } from '../../../data-access/facets';
import type { Scope } from '../../../platform/access/scope';
import { selectUncertainImages, selectSuspectImages } from '../../../ml/prediction-runs/queries';
import { resolveListWorkspace, type ReferencedRows } from '../../../data-access/rows/references';

export type ImageFilters = z.output<typeof ImageFilter>;

/** Lists the rows that an image filter refers to, for checking that they exist in one workspace. */
export function listImageReferences(query: ImageFilters): ReferencedRows[] {
  return [
    { table: 'annotation_job', ids: [query.imagejob], field: 'imagejob', entityName: 'Job' },
    { table: 'detection_task', ids: [query.detection_task_neg], field: 'detection_task_neg', entityName: 'Task' },
    { table: 'dataset_version', ids: [query.dataset], field: 'dataset', entityName: 'Dataset' },
    { table: 'similarity_group', ids: [query.group], field: 'group', entityName: 'Group' },
    { table: 'prediction_run', ids: [query.suspects_of], field: 'suspects_of', entityName: 'Run' },
    { table: 'prediction_run', ids: [query.predicted_by], field: 'predicted_by', entityName: 'Run' },
    { table: 'recognition_label', ids: query.labels ?? [], field: 'labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.all_labels ?? [], field: 'all_labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.not_labels ?? [], field: 'not_labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.object_labels ?? [], field: 'object_labels', entityName: 'Label' },
    { table: 'detection_label', ids: query.detection_labels ?? [], field: 'detection_labels', entityName: 'Label' },
    { table: 'segmentation_label', ids: query.polygon_labels ?? [], field: 'polygon_labels', entityName: 'Label' },
    { table: 'detection_label', ids: query.object_detection_label ?? [], field: 'object_detection_label', entityName: 'Label' },
  ];
}

/**
 * Converts the filters of an image list to facet terms; null if no image is in the date range. `decidedWorkspaceId` is the
 * workspace if something else has decided it already.
 */
export async function toImageFilter(
  db: Db,
  scope: Scope,
  query: ImageFilters,
  decidedWorkspaceId?: string,
): Promise<FacetFilter | null> {
  return toWorkspaceImageFilter(db, await resolveListWorkspace(scope, listImageReferences(query), decidedWorkspaceId), query);
}

/** Like `toImageFilter`, for a known workspace. The caller has checked that all referenced rows belong to it. */
export async function toWorkspaceImageFilter(db: Db, workspaceId: string, query: ImageFilters): Promise<FacetFilter | null> {
  const range = await findSeqRange(db, workspaceId, 'image', query.created_after, query.created_before);
  return range && { workspaceId, entity: 'image', terms: toFacetTerms(workspaceId, query), ...range };
}

/** SQL that selects images, or objects on images, whose file name contains the text, ignoring case. */
export function selectByFileName(column: 'i.seq' | 'o.seq', workspaceId: string, text: string): RawBuilder<{ seq: number }> {
  const pattern = text.replace(/[\\%_]/g, '\\$&');
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)} from training_image i ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id` : sql``}
    where i.workspace_id = ${workspaceId} and i.file_name like '%' || lower(${pattern}) || '%'`;
}

/** SQL that selects images of a dataset version, or objects on them. */
export function selectInDataset(column: 'i.seq' | 'o.seq', dataset: string): RawBuilder<{ seq: number }> {
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)} from dataset_picture d join training_image i on i.id = d.image_id
    ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id` : sql``} where d.dataset_id = ${dataset}`;
}

/** SQL that selects images with at least one polygon, each once. */
function selectWithPolygons(workspaceId: string): RawBuilder<{ seq: number }> {
  return sql<{
    seq: number;
  }>`select i.seq from training_image i where i.workspace_id = ${workspaceId} and exists (select from polygon p where p.image_id = i.id)`;
}

/** SQL that selects images with a polygon of any of the labels. */
function selectWithPolygonLabels(labels: readonly string[]): RawBuilder<{ seq: number }> {
  return sql<{ seq: number }>`
    select i.seq from (select distinct image_id from polygon where segmentation_label_id = any(${labels}::uuid[])) p
    join training_image i on i.id = p.image_id`;
}

function toFacetTerms(workspaceId: string, query: ImageFilters): FacetTerm[] {
  const isNegated = query.not_in === true;
  const terms: FacetTerm[] = [];
  if (query.verified !== undefined) terms.push({ kind: 'image.verified', not: !query.verified });
  if (query.test !== undefined) terms.push({ kind: 'image.test', not: !query.test });
  if (query.real !== undefined) terms.push({ kind: 'image.real', not: !query.real });
  if (query.not_groups !== undefined) terms.push({ kind: 'image.grouped', not: query.not_groups });
  if (query.labels) terms.push({ kind: 'image.label', refs: query.labels });
  for (const label of query.all_labels ?? []) terms.push({ kind: 'image.label', refs: [label] });
  if (query.not_labels) terms.push({ kind: 'image.label', refs: query.not_labels, not: true });
  if (query.detection_labels) terms.push({ kind: 'image.object_label', refs: query.detection_labels });
  if (query.polygons !== undefined) terms.push({ seqs: selectWithPolygons(workspaceId), not: !query.polygons });
  if (query.polygon_labels) terms.push({ seqs: selectWithPolygonLabels(query.polygon_labels) });
  if (query.object_detection_label) terms.push({ kind: 'image.object_label', refs: query.object_detection_label });
  if (query.search) terms.push({ seqs: selectByFileName('i.seq', workspaceId, query.search) });
  if (query.dataset) terms.push({ seqs: selectInDataset('i.seq', query.dataset) });
  if (query.suspects_of) terms.push({ seqs: sql`select seq from (${selectSuspectImages(query.suspects_of)}) queue` });
  if (query.predicted_by)
    terms.push({ seqs: sql`select seq from (${selectUncertainImages(query.predicted_by, query.uncertainty_from)}) predicted` });
  if (query.imagejob) terms.push({ kind: 'image.job', refs: [query.imagejob], not: isNegated });
  if (query.detection_task_neg) terms.push({ kind: 'image.task_neg', refs: [query.detection_task_neg], not: isNegated });
  if (query.group)
    terms.push({
      seqs: sql`select i.seq from group_image g join training_image i on i.id = g.image_id where g.group_id = ${query.group}`,
      not: isNegated,
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
