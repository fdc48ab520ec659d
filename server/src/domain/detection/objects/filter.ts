import { ObjectFilter } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { findSeqRange, type FacetFilter, type FacetTerm } from '../../../data-access/facets';
import type { Scope } from '../../../platform/access/scope';
import {
  selectByFileName,
  selectInDataset,
  listImageReferences,
  requireCompleteAttribute,
} from '../../recognition/images/filter';
import { selectInArea } from '../../../ml/map-layout/map-points';
import { hasAnyFlag, hasAttribute } from '../../../data-access/shapes/attributes';
import { defineFilters } from '../../../data-access/rows/filters';
import { resolveListWorkspace } from '../../../data-access/rows/references';

type ObjectFilters = z.output<typeof ObjectFilter>;

/**
 * Converts the filters of an object list to conditions on search facets (entries of the search index). Returns null if no object is in the
 * date range. Label filters apply to the object; filters for flags, verification and jobs apply to its image.
 */
export async function toObjectFacetFilter(db: Db, scope: Scope, query: ObjectFilters): Promise<FacetFilter | null> {
  const workspaceId = await resolveListWorkspace(scope, [
    { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    ...listImageReferences(query),
  ]);
  const range = await findSeqRange(db, workspaceId, 'object', query.created_after, query.created_before);
  return range && { workspaceId, entity: 'object', terms: toFacetTerms(workspaceId, query), ...range };
}

function toFacetTerms(workspaceId: string, filters: ObjectFilters): FacetTerm[] {
  requireCompleteAttribute(filters);
  return toTerms(filters, { workspaceId, isNegated: filters.not_in === true, filters });
}

const toTerms = defineFilters(ObjectFilter)<{ workspaceId: string; isNegated: boolean; filters: ObjectFilters }, FacetTerm>({
  image: (id) => ({ seqs: sql`select seq from detection_object where image_id = ${id}` }),
  verified: (isVerified) => ({ kind: 'object.verified', not: !isVerified }),
  test: (isTest) => ({ kind: 'object.test', not: !isTest }),
  real: (isReal) => ({ kind: 'object.real', not: !isReal }),
  not_groups: (isUngrouped) => ({ kind: 'object.grouped', not: isUngrouped }),
  labels: (refs) => ({ kind: 'object.label', refs }),
  object_labels: (refs) => ({ kind: 'object.label', refs }),
  all_labels: (labels) => labels.map((label) => ({ kind: 'object.label', refs: [label] })),
  not_labels: (refs) => ({ kind: 'object.label', refs, not: true }),
  detection_labels: (refs) => ({ kind: 'object.detection_label', refs }),
  object_detection_label: (refs) => ({ kind: 'object.detection_label', refs }),
  rotated: (isRotated, { workspaceId }) => ({
    seqs: sql`select o.seq from detection_object o where o.workspace_id = ${workspaceId} and o.rotated_box is not null`,
    not: !isRotated,
  }),
  attribute: (flags, { workspaceId }) => ({
    seqs: sql`select o.seq from detection_object o where o.workspace_id = ${workspaceId} and ${hasAnyFlag('o', flags)}`,
  }),
  detection_attribute_label: (id, { filters: { attribute_name: name = '', attribute_value: value } }) => ({
    seqs: sql`
      select o.seq from detection_object o
      where o.detection_label_id = ${id} and ${hasAttribute('o', { domain: 'detection', id }, name, value)}`,
  }),
  search: (text, { workspaceId }) => ({ seqs: selectByFileName('o.seq', workspaceId, text), canStopEarly: true }),
  map_area: (area, { workspaceId }) => ({ seqs: selectInArea(workspaceId, 'object', area) }),
  dataset: (id) => ({ seqs: selectInDataset('o.seq', id) }),
  imagejob: (id, { isNegated }) => ({ kind: 'object.job', refs: [id], not: isNegated }),
  detection_task_neg: (id, { isNegated }) => ({ kind: 'object.task_neg', refs: [id], not: isNegated }),
  group: (id, { isNegated }) => ({
    seqs: sql`select o.seq from group_object g join detection_object o on o.id = g.object_id where g.group_id = ${id}`,
    not: isNegated,
  }),
  // These filters add no condition of their own: they change other conditions, or the response.
  not_in: () => [],
  attribute_name: () => [],
  attribute_value: () => [],
  include_verifications: () => [],
  // `findSeqRange` applies the dates.
  created_after: () => [],
  created_before: () => [],
});
