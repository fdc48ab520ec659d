import { ImageFilter } from '@console/shared-contract/api';
import type { FilteredShapeKind } from '@console/shared-contract/shape-kinds';
import { NUMBERS_PER_SKELETON_POINT, VISIBILITY } from '@console/shared-contract/skeleton';
import type { RuleDomain } from '@console/shared-contract/quality-rules';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { findSeqRange, listSearchedSlices, type FacetFilter, type FacetTerm } from '../../../data-access/facets';
import { selectChangedImages } from '../../../ml/comparison/differences';
import { resolveComparison } from '../../../ml/comparison/resolve-comparison';
import type { Scope } from '../../../platform/access/scope';
import { selectInArea } from '../../../ml/map-layout/map-points';
import { selectUncertainImages, selectSuspectImages } from '../../../ml/prediction-runs/queries';
import { IS_STATED_EMPTY } from '../../../data-access/shape-kinds/empty-images';
import { isUnreviewed } from '../../../data-access/shapes/model-origin';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';
import { hasAnyFlag, hasAttribute } from '../../../data-access/shapes/attributes';
import { LABELLED_KINDS, listDomainKinds, SHAPE_KINDS, type LabelledKind } from '../../../data-access/shape-kinds/registry';
import { defineFilters } from '../../../data-access/rows/filters';
import { resolveListWorkspace, type ReferencedRows } from '../../../data-access/rows/references';
import { createFieldError } from '../../../platform/errors';

const SEGMENTATION_KINDS = listDomainKinds('segmentation');
const SKELETON_KINDS = LABELLED_KINDS.filter(({ name }) => name === 'skeleton');

export type ImageFilters = z.output<typeof ImageFilter>;

/** Lists the rows that an image filter refers to, for checking that they exist in one workspace. */
export function listImageReferences(query: ImageFilters): ReferencedRows[] {
  return [
    { table: 'annotation_job', ids: [query.imagejob], field: 'imagejob', entityName: 'Job' },
    { table: 'detection_task', ids: [query.detection_task_neg], field: 'detection_task_neg', entityName: 'Task' },
    {
      table: 'detection_task',
      ids: [query.detection_task_violations],
      field: 'detection_task_violations',
      entityName: 'Task',
    },
    {
      table: 'segmentation_task',
      ids: [query.segmentation_task_violations],
      field: 'segmentation_task_violations',
      entityName: 'Task',
    },
    {
      table: 'recognition_task',
      ids: [query.recognition_task_violations],
      field: 'recognition_task_violations',
      entityName: 'Task',
    },
    { table: 'dataset_version', ids: [query.dataset], field: 'dataset', entityName: 'Dataset' },
    {
      table: 'dataset_version',
      ids: [query.changed_since_training],
      field: 'changed_since_training',
      entityName: 'Dataset',
    },
    { table: 'similarity_group', ids: [query.group], field: 'group', entityName: 'Group' },
    { table: 'prediction_run', ids: [query.suspects_of], field: 'suspects_of', entityName: 'Run' },
    { table: 'prediction_run', ids: [query.predicted_by], field: 'predicted_by', entityName: 'Run' },
    { table: 'recognition_label', ids: query.labels ?? [], field: 'labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.all_labels ?? [], field: 'all_labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.not_labels ?? [], field: 'not_labels', entityName: 'Label' },
    { table: 'recognition_label', ids: query.object_labels ?? [], field: 'object_labels', entityName: 'Label' },
    { table: 'detection_label', ids: query.detection_labels ?? [], field: 'detection_labels', entityName: 'Label' },
    { table: 'segmentation_label', ids: query.polygon_labels ?? [], field: 'polygon_labels', entityName: 'Label' },
    { table: 'detection_label', ids: query.skeleton_labels ?? [], field: 'skeleton_labels', entityName: 'Label' },
    { table: 'detection_label', ids: query.object_detection_label ?? [], field: 'object_detection_label', entityName: 'Label' },
    {
      table: 'detection_label',
      ids: [query.detection_attribute_label],
      field: 'detection_attribute_label',
      entityName: 'Label',
    },
    {
      table: 'segmentation_label',
      ids: [query.segmentation_attribute_label],
      field: 'segmentation_attribute_label',
      entityName: 'Label',
    },
  ];
}

/**
 * Converts the filters of an image list to conditions on search facets (entries of the search index). Returns null if no image is in the
 * date range. `decidedWorkspaceId` is the workspace if it is already known.
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
  if (!range) return null;
  const facetTerms = [...toFacetTerms(workspaceId, query), ...(await selectByChange(db, workspaceId, query))];
  return { workspaceId, entity: 'image', terms: facetTerms, ...range };
}

/** SQL that selects `seq` and `file_name` of images, or of objects on images, whose file name contains the text. Ignores case. */
export function selectByFileName(column: 'i.seq' | 'o.seq', workspaceId: string, text: string): RawBuilder<{ seq: number }> {
  const pattern = text.replace(/[\\%_]/g, '\\$&');
  // The trigram index has no entries for shorter texts. PostgreSQL would read it completely, ten times as long as all names.
  const matches =
    text.length < 3 ? sql`strpos(i.file_name, lower(${text})) > 0` : sql`i.file_name like '%' || lower(${pattern}) || '%'`;
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)}, i.file_name from training_image i ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id and o.workspace_id = ${workspaceId}` : sql``}
    where i.workspace_id = ${workspaceId} and ${matches}`;
}

/** Returns the condition that the file name of an image contains the text. */
export const matchFileName = (workspaceId: string, text: string): FacetTerm => ({
  seqs: selectByFileName('i.seq', workspaceId, text),
  canStopEarly: true,
  listCandidates: async (db) => {
    const slices = await listSearchedSlices(db, text);
    return slices.length > 0 ? { slices } : null;
  },
});

/** SQL that selects images of a dataset version, or objects on them. */
export function selectInDataset(column: 'i.seq' | 'o.seq', datasetId: string): RawBuilder<{ seq: number }> {
  return sql<{
    seq: number;
  }>`select ${sql.ref(column)} from dataset_picture d join training_image i on i.id = d.image_id
    ${column === 'o.seq' ? sql`join detection_object o on o.image_id = i.id` : sql``} where d.dataset_id = ${datasetId}`;
}

/** Returns search terms for the images that changed in a period or since a training. */
async function selectByChange(db: Db, workspaceId: string, query: ImageFilters): Promise<FacetTerm[]> {
  const { changed_since: changedSince, changed_until: changedUntil, changed_since_training: training } = query;
  const comparisons = [
    await resolveComparison(db, workspaceId, { since: changedSince, until: changedUntil }, 'changed_'),
    await resolveComparison(db, workspaceId, { training }, 'changed_since_'),
  ];
  return comparisons.flatMap((comparison) => {
    if (!comparison) return [];
    const changedImages = selectChangedImages(comparison.states);
    return [{ seqs: sql`select i.seq from training_image i where i.id in (${changedImages}) and not is_blind_image(i.id)` }];
  });
}

/** SQL that selects images with at least one shape of the kinds, each once. */
function selectWithShapes(workspaceId: string, kinds: readonly FilteredShapeKind[]): RawBuilder<{ seq: number }> {
  const hasShape = SHAPE_KINDS.flatMap(({ table, name, variants }) =>
    Object.entries({ [name]: sql`true`, ...variants })
      .filter(([kind]) => kinds.some((shapeKind) => shapeKind === kind))
      .map(([, condition]) => sql`exists (select from ${sql.table(table)} s where s.image_id = i.id and ${condition})`),
  );
  if (hasShape.length === 0) hasShape.push(sql`false`);
  return sql<{ seq: number }>`
    select i.seq from training_image i where i.workspace_id = ${workspaceId} and (${sql.join(hasShape, sql` or `)})`;
}

/** SQL that selects images with a shape of the kinds that has any of the labels, each once. */
function selectWithShapeLabels(kinds: readonly LabelledKind[], labels: readonly string[]): RawBuilder<{ seq: number }> {
  const images = kinds.map(
    ({ table, label }) => sql`select image_id from ${sql.table(table)} where ${sql.ref(label.column)} = any(${labels}::uuid[])`,
  );
  return sql<{ seq: number }>`
    select i.seq from (${sql.join(images, sql` union `)}) s join training_image i on i.id = s.image_id`;
}

/** SQL that selects images that violated a rule of a task, each once. */
function selectViolating(domain: RuleDomain, taskId: string, { violated_rule: rule }: ImageFilters) {
  return sql<{ seq: number }>`
    select i.seq from training_image i where i.id in (
      select image_id from rule_violation where ${sql.ref(`${domain}_task_id`)} = ${taskId} ${rule ? sql`and rule = ${rule}` : sql``})`;
}

/** SQL that selects images with a shape that has any of the flags. */
function selectWithFlags(workspaceId: string, flags: readonly string[]): RawBuilder<{ seq: number }> {
  const shapes = SHAPE_KINDS.filter(({ columns }) => 'attributes' in columns).map(
    ({ table }) =>
      sql`select s.image_id from ${sql.table(table)} s where s.workspace_id = ${workspaceId} and ${hasAnyFlag('s', flags)}`,
  );
  return sql<{ seq: number }>`select i.seq from training_image i where i.id in (${sql.join(shapes, sql` union `)})`;
}

/**
 * Throws 400 if a filter by attribute or point is incomplete. Without this check, the filter would be ignored and every row would match.
 */
export function requireCompleteAttribute(filters: Partial<ImageFilters>): void {
  const requirements = [
    ['attribute_name', 'detection_attribute_label', 'segmentation_attribute_label'],
    ['attribute_value', 'attribute_name'],
    ['point_name', 'detection_attribute_label'],
    ['point_state', 'point_name'],
    ['detection_attribute_label', 'attribute_name', 'point_name'],
    ['segmentation_attribute_label', 'attribute_name'],
  ] as const;
  for (const [name, ...alternatives] of requirements)
    if (filters[name] && !alternatives.some((alternative) => filters[alternative]))
      throw createFieldError(name, `requires ${alternatives.join(' or ')}`);
}

/** SQL that selects images with a shape of a label that has the attribute and the point of the filters. */
function selectWithAttribute(label: { domain: 'detection' | 'segmentation'; id: string }, filters: ImageFilters) {
  const { attribute_name: name, attribute_value: value, point_name: point, point_state: pointState } = filters;
  const kinds = point ? SKELETON_KINDS : listDomainKinds(label.domain);
  const shapes = kinds.map(({ table, label: { column } }) => {
    const conditions = [sql`${sql.ref(`s.${column}`)} = ${label.id}`];
    if (name) conditions.push(hasAttribute('s', label, name, value));
    if (point) conditions.push(hasPoint('s', label.id, point, pointState));
    return sql`select s.image_id from ${sql.table(table)} s where ${sql.join(conditions, sql` and `)}`;
  });
  return sql<{ seq: number }>`select i.seq from training_image i where i.id in (${sql.join(shapes, sql` union `)})`;
}

/** SQL condition: a point of a skeleton has the given state; without a state, the point is visible or occluded. */
function hasPoint(alias: string, labelId: string, name: string, state: ImageFilters['point_state']): RawBuilder<boolean> {
  // The subquery does not refer to the skeleton, so PostgreSQL evaluates it once per query.
  const index = sql`(
    select n::int from detection_label l, jsonb_array_elements(l.skeleton -> 'points') with ordinality points (point, n)
    where l.id = ${labelId} and point ->> 'name' = ${name}::text)`;
  const visibility = sql`${sql.ref(`${alias}.data`)}[${NUMBERS_PER_SKELETON_POINT} * ${index}]`;
  return state ? sql<boolean>`${visibility} = ${VISIBILITY[state]}` : sql<boolean>`${visibility} <> ${VISIBILITY.absent}`;
}

/** SQL that selects images with a shape or label that a model created and nobody has reviewed. */
function selectUnreviewedImages(workspaceId: string) {
  const annotations = [...SHAPE_TABLES, 'image_label'].map(
    (table) => sql`select u.image_id from ${sql.table(table)} u where u.workspace_id = ${workspaceId} and ${isUnreviewed('u')}`,
  );
  return sql<{ seq: number }>`select i.seq from training_image i where i.id in (${sql.join(annotations, sql` union `)})`;
}

interface TermContext {
  workspaceId: string;
  isNegated: boolean;
  filters: ImageFilters;
}

function toFacetTerms(workspaceId: string, filters: ImageFilters): FacetTerm[] {
  requireCompleteAttribute(filters);
  return toTerms(filters, { workspaceId, isNegated: filters.not_in === true, filters });
}

const toTerms = defineFilters(ImageFilter)<TermContext, FacetTerm>({
  verified: (isVerified) => ({ kind: 'image.verified', not: !isVerified }),
  test: (isTest) => ({ kind: 'image.test', not: !isTest }),
  real: (isReal) => ({ kind: 'image.real', not: !isReal }),
  not_groups: (isUngrouped) => ({ kind: 'image.grouped', not: isUngrouped }),
  labels: (refs) => ({ kind: 'image.label', refs }),
  all_labels: (labels) => labels.map((label) => ({ kind: 'image.label', refs: [label] })),
  not_labels: (refs) => ({ kind: 'image.label', refs, not: true }),
  detection_labels: (refs) => ({ kind: 'image.object_label', refs }),
  object_detection_label: (refs) => ({ kind: 'image.object_label', refs }),
  object_labels: (labels) => ({
    seqs: sql`
      select i.seq from object_label l join detection_object o on o.id = l.object_id join training_image i on i.id = o.image_id
      where l.label_id = any(${labels}::uuid[])`,
  }),
  rotated: (isRotated, { workspaceId }) => ({ seqs: selectWithShapes(workspaceId, ['rotated_box']), not: !isRotated }),
  shape_kinds: (kinds, { workspaceId }) => ({ seqs: selectWithShapes(workspaceId, kinds) }),
  not_shape_kinds: (kinds, { workspaceId }) => ({ seqs: selectWithShapes(workspaceId, kinds), not: true }),
  polygons: (hasPolygons, { workspaceId }) => ({ seqs: selectWithShapes(workspaceId, ['polygon', 'mask']), not: !hasPolygons }),
  polygon_labels: (labels) => ({ seqs: selectWithShapeLabels(SEGMENTATION_KINDS, labels) }),
  skeletons: (hasSkeletons, { workspaceId }) => ({ seqs: selectWithShapes(workspaceId, ['skeleton']), not: !hasSkeletons }),
  skeleton_labels: (labels) => ({ seqs: selectWithShapeLabels(SKELETON_KINDS, labels) }),
  attribute: (flags, { workspaceId }) => ({ seqs: selectWithFlags(workspaceId, flags) }),
  detection_attribute_label: (id, { filters }) => ({ seqs: selectWithAttribute({ domain: 'detection', id }, filters) }),
  segmentation_attribute_label: (id, { filters }) => ({ seqs: selectWithAttribute({ domain: 'segmentation', id }, filters) }),
  nothing_to_annotate: (isStated, { workspaceId }) => ({
    seqs: sql`select i.seq from training_image i where i.workspace_id = ${workspaceId} and i.id in (
      select image_id from image_verification where workspace_id = ${workspaceId} and nothing_to_annotate) and ${IS_STATED_EMPTY}`,
    not: !isStated,
  }),
  unreviewed: (isUnreviewedImage, { workspaceId }) => ({
    seqs: selectUnreviewedImages(workspaceId),
    not: !isUnreviewedImage,
  }),
  detection_task_violations: (task, { filters }) => ({ seqs: selectViolating('detection', task, filters) }),
  segmentation_task_violations: (task, { filters }) => ({ seqs: selectViolating('segmentation', task, filters) }),
  recognition_task_violations: (task, { filters }) => ({ seqs: selectViolating('recognition', task, filters) }),
  search: (text, { workspaceId }) => matchFileName(workspaceId, text),
  map_area: (area, { workspaceId }) => ({ seqs: selectInArea(workspaceId, 'image', area) }),
  dataset: (id) => ({ seqs: selectInDataset('i.seq', id) }),
  suspects_of: (run, { filters }) => ({
    seqs: sql`select seq from (${selectSuspectImages(run, filters.sureness_from)}) queue`,
  }),
  predicted_by: (run, { filters }) => ({
    seqs: sql`select seq from (${selectUncertainImages(run, filters.uncertainty_from)}) predicted`,
  }),
  imagejob: (id, { isNegated }) => ({ kind: 'image.job', refs: [id], not: isNegated }),
  detection_task_neg: (id, { isNegated }) => ({ kind: 'image.task_neg', refs: [id], not: isNegated }),
  group: (id, { isNegated }) => ({
    seqs: sql`select i.seq from group_image g join training_image i on i.id = g.image_id where g.group_id = ${id}`,
    not: isNegated,
  }),
  // These filters add no condition of their own: they change other conditions, or the response.
  not_in: () => [],
  violated_rule: () => [],
  attribute_name: () => [],
  attribute_value: () => [],
  point_name: () => [],
  point_state: () => [],
  sureness_from: () => [],
  uncertainty_from: () => [],
  include_verifications: () => [],
  // `selectByChange` adds these terms.
  changed_since: () => [],
  changed_until: () => [],
  changed_since_training: () => [],
  // `findSeqRange` applies the dates.
  created_after: () => [],
  created_before: () => [],
});
