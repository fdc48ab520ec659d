import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { findSeqRange, type FacetFilter, type FacetTerm } from '../../../data-access/facets';
import type { Scope } from '../../../platform/access/scope';
import { selectByFileName, selectInDataset, listImageReferences, type ImageFilters } from '../../recognition/images/filter';
import { resolveListWorkspace } from '../../../data-access/rows/references';

export type ObjectFilters = ImageFilters & { image?: string };

/**
 * Converts the filters of an object list to facet terms; null if no object is in the date range. Labels are those of the
 * object; flags, verification and jobs are those of its image.
 */
export async function toObjectFilter(db: Db, scope: Scope, query: ObjectFilters): Promise<FacetFilter | null> {
  const workspaceId = await resolveListWorkspace(scope, [
    { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ...listImageReferences(query),
  ]);
  const range = await findSeqRange(db, workspaceId, 'object', query.created_after, query.created_before);
  return range && { workspaceId, entity: 'object', terms: toFacetTerms(workspaceId, query), ...range };
}

function toFacetTerms(workspaceId: string, query: ObjectFilters): FacetTerm[] {
  const isNegated = query.not_in === true;
  const terms: FacetTerm[] = [];
  if (query.image) terms.push({ seqs: sql`select seq from detection_object where image_id = ${query.image}` });
  if (query.verified !== undefined) terms.push({ kind: 'object.verified', not: !query.verified });
  if (query.test !== undefined) terms.push({ kind: 'object.test', not: !query.test });
  if (query.real !== undefined) terms.push({ kind: 'object.real', not: !query.real });
  if (query.not_groups !== undefined) terms.push({ kind: 'object.grouped', not: query.not_groups });
  if (query.labels) terms.push({ kind: 'object.label', refs: query.labels });
  if (query.object_labels) terms.push({ kind: 'object.label', refs: query.object_labels });
  for (const label of query.all_labels ?? []) terms.push({ kind: 'object.label', refs: [label] });
  if (query.not_labels) terms.push({ kind: 'object.label', refs: query.not_labels, not: true });
  if (query.detection_labels) terms.push({ kind: 'object.detection_label', refs: query.detection_labels });
  if (query.object_detection_label) terms.push({ kind: 'object.detection_label', refs: query.object_detection_label });
  if (query.search) terms.push({ seqs: selectByFileName('o.seq', workspaceId, query.search) });
  if (query.dataset) terms.push({ seqs: selectInDataset('o.seq', query.dataset) });
  if (query.imagejob) terms.push({ kind: 'object.job', refs: [query.imagejob], not: isNegated });
  if (query.detection_task_neg) terms.push({ kind: 'object.task_neg', refs: [query.detection_task_neg], not: isNegated });
  if (query.group)
    terms.push({
      seqs: sql`select o.seq from group_object g join detection_object o on o.id = g.object_id where g.group_id = ${query.group}`,
      not: isNegated,
    });
  return terms;
}
