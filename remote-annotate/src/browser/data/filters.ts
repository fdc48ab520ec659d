import type { CallOptions } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { SHAPE_KINDS, type FilteredShapeKind } from '@console/shared-contract/shape-kinds';
import { getDayEnd, getDayStart, isDay } from './day-range';
import { FIRST_PAGE } from './first-page';
import { filterUrlParams, type BrowserFilters, type LabelAttribute } from './filter-url-params';

export type { BrowserFilters };
export type Entity = BrowserFilters['entity'];

export const PAGE_SIZE = FIRST_PAGE.page_size;

export type ListQuery = NonNullable<CallOptions<'GET /recognition/v2/training-image/'>['query']>;

/** The default order, which every version of the server supports. */
const SERVER_DEFAULT_SORT = 'newest';

const TARGET_FIELD = { 'image-job': 'imagejob', 'detection-task': 'detection_task_neg' } as const;

function toDayQuery(day: string): Pick<ListQuery, 'created_after' | 'created_before'> {
  return isDay(day) ? { created_after: getDayStart(day), created_before: getDayEnd(day) } : {};
}

function toChangeQuery({ changedFrom, changedTo, changedSinceTraining }: BrowserFilters): ListQuery {
  return {
    ...(isDay(changedFrom) ? { changed_since: getDayStart(changedFrom) } : {}),
    ...(isDay(changedFrom) && isDay(changedTo) ? { changed_until: getDayEnd(changedTo) } : {}),
    ...(changedSinceTraining === '' ? {} : { changed_since_training: changedSinceTraining }),
  };
}

function toViolationQuery({ violationsOf, violationDomain, violatedRule }: BrowserFilters): ListQuery {
  if (violationsOf === '') return {};
  const task = { [`${violationDomain}_task_violations`]: violationsOf };
  return violatedRule === '' ? task : { ...task, violated_rule: violatedRule };
}

function toShapeKindQuery({ entity, shapeKinds }: BrowserFilters): ListQuery {
  if (shapeKinds.length === 0) return {};
  return entity === 'objects' ? { rotated: true } : { shape_kinds: [...shapeKinds] };
}

function toAttributeQuery({ attribute, labelAttribute }: BrowserFilters): ListQuery {
  const flags: ListQuery = attribute === '' ? {} : { attribute: [attribute] };
  if (!labelAttribute) return flags;
  const { domain, label, type, name, value } = labelAttribute;
  const [nameField, valueField] = type === 'point' ? ['point_name', 'point_state'] : ['attribute_name', 'attribute_value'];
  return { ...flags, [`${domain}_attribute_label`]: label, [nameField]: name, ...(value === '' ? {} : { [valueField]: value }) };
}

/** Returns the query parameters of the list call without page and page size. Images and objects share them. */
export function toQuery(filters: BrowserFilters, target?: ImageTarget): ListQuery {
  return {
    include_verifications: FIRST_PAGE.include_verifications,
    ...(filters.verified === 'all' ? {} : { verified: filters.verified === 'yes' ? 1 : 0 }),
    ...(filters.grouping === 'any' ? {} : { not_groups: filters.grouping === 'not' }),
    ...(filters.background === 'all' ? {} : { real: filters.background === 'real' }),
    ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
    ...(filters.labels.length > 0 ? { labels: [...filters.labels] } : {}),
    ...(filters.detectionLabels.length > 0 ? { detection_labels: [...filters.detectionLabels] } : {}),
    ...toShapeKindQuery(filters),
    ...(filters.polygonLabels.length > 0 ? { polygon_labels: [...filters.polygonLabels] } : {}),
    ...(filters.skeletonLabels.length > 0 ? { skeleton_labels: [...filters.skeletonLabels] } : {}),
    ...toAttributeQuery(filters),
    ...(filters.test ? { test: true } : {}),
    ...(filters.nothingToAnnotate ? { nothing_to_annotate: true } : {}),
    ...(filters.unreviewed ? { unreviewed: true } : {}),
    ...toViolationQuery(filters),
    ...toDayQuery(filters.day),
    ...toChangeQuery(filters),
    ...(filters.similarTo === '' ? {} : { similar_to: filters.similarTo, similar_kind: filters.similarKind }),
    ...(filters.area === '' ? {} : { map_area: filters.area }),
    ...(filters.suspectsOf === '' ? {} : { suspects_of: filters.suspectsOf }),
    ...(filters.suspectsOf === '' || filters.certainty === null ? {} : { sureness_from: filters.certainty / 100 }),
    ...(filters.predictedBy === '' ? {} : { predicted_by: filters.predictedBy }),
    ...(filters.predictedBy === '' || filters.uncertainty === 0 ? {} : { uncertainty_from: filters.uncertainty / 100 }),
    ...(target ? { [TARGET_FIELD[target.kind]]: target.id, ...(filters.inTarget ? {} : { not_in: 'True' }) } : {}),
  };
}

/** Returns the sort orders available for the list. Objects can be sorted only by date. */
export function getSortOptions({ entity, suspectsOf, predictedBy }: BrowserFilters): readonly BrowserFilters['sort'][] {
  if (entity === 'objects') return ['newest', 'oldest'];
  // `surest` lists the images first whose labels the model considers most certainly wrong.
  const certaintySorts = suspectsOf === '' ? [] : (['surest'] as const);
  const uncertaintySorts = predictedBy === '' ? [] : (['uncertain'] as const);
  return ['name', 'newest', 'oldest', ...certaintySorts, ...uncertaintySorts];
}

/** Returns the selected sort order, or the first available one if the selected order is not available. */
export function getEffectiveSort(filters: BrowserFilters): BrowserFilters['sort'] {
  const sortOptions = getSortOptions(filters);
  return sortOptions.find((sort) => sort === filters.sort) ?? sortOptions[0] ?? SERVER_DEFAULT_SORT;
}

/** Returns the `sort` parameter, which is omitted for the server's default order. */
export function sortQuery(filters: BrowserFilters): Pick<ListQuery, 'sort'> {
  const sort = getEffectiveSort(filters);
  // Omit the order for a list by similarity, which the server sorts by similarity.
  return sort === SERVER_DEFAULT_SORT || filters.similarTo !== '' ? {} : { sort };
}

/** Settings that "Clear filters" keeps: they control how rows are shown, or whether members are listed. */
const DISPLAY_SETTINGS = ['entity', 'blur', 'inTarget', 'sort'] as const;

/** Whether any filter is active. An empty list then does not mean that the workspace is empty. */
export function hasActiveFilters(filters: BrowserFilters): boolean {
  return filterUrlParams.isNarrowed(filters, DISPLAY_SETTINGS);
}

/** Returns the number of active filters except the search, which is visible even if the filters are folded. */
export function countFoldedFilters(filters: BrowserFilters): number {
  const cleared = { ...filters, ...getClearedFilters() };
  return Object.keys(cleared).filter(
    (name) => name !== 'search' && hasActiveFilters({ ...cleared, [name]: filters[name as keyof BrowserFilters] }),
  ).length;
}

/** Returns the initial values of all filters except `DISPLAY_SETTINGS`. */
export function getClearedFilters(): Partial<BrowserFilters> {
  return filterUrlParams.getCleared(DISPLAY_SETTINGS);
}

/** Adds page 1 to the change, unless the change keeps the rows and their order. */
export function resetPageUnlessPaging(filters: BrowserFilters, patch: Partial<BrowserFilters>): Partial<BrowserFilters> {
  return hasSameList(patch) ? { page: filters.page, ...patch } : patch;
}

/** Clears the similarity filter when the user switches to objects, because this filter only lists images. */
export const clearSimilarForObjects = (patch: Partial<BrowserFilters>): Partial<BrowserFilters> =>
  patch.entity === 'objects' ? { ...patch, similarTo: '', similarKind: 'image' } : patch;

/** Whether the change keeps the rows and their order, regardless of page. */
function hasSameList(patch: Partial<BrowserFilters>): boolean {
  return Object.keys(patch).every((name) => name === 'blur' || name === 'page');
}

interface BrowserServices {
  recognition: boolean;
  detection: boolean;
  segmentation: boolean;
  similarity: boolean;
  /** Whether the server has prediction runs. This does not depend on the workspace. */
  predictions: boolean;
}

/** Whether the workspace has the service that a kind of shapes belongs to. */
export function isShapeKindAvailable(
  kind: FilteredShapeKind,
  services: Pick<BrowserServices, 'detection' | 'segmentation'>,
): boolean {
  const { domain } = SHAPE_KINDS[kind === 'rotated_box' ? 'object' : kind];
  return domain === null || services[domain];
}

/** Whether the list can be filtered by an attribute of a label. A list of objects contains neither skeletons nor shapes of segmentation. */
function isAttributeAvailable(
  attribute: LabelAttribute | null,
  services: Pick<BrowserServices, 'detection' | 'segmentation'>,
  listsImages: boolean,
): boolean {
  if (!attribute || !services[attribute.domain]) return false;
  return listsImages || (attribute.domain === 'detection' && attribute.type === 'attribute');
}

/**
 * Removes filters of services that the workspace does not have, because the server would reject the call or return nothing. For a list of
 * objects, also removes the filters that apply only to images.
 */
export function removeUnavailableFilters(filters: BrowserFilters, services: BrowserServices): BrowserFilters {
  const listsImages = filters.entity === 'images' || filters.similarTo !== '' || !services.detection;
  return {
    ...filters,
    ...(filters.similarTo === '' ? {} : { entity: 'images' }),
    ...(services.predictions && listsImages ? {} : { suspectsOf: '', certainty: null, predictedBy: '', uncertainty: 0 }),
    ...(listsImages
      ? {}
      : { changedFrom: '', changedTo: '', changedSinceTraining: '', nothingToAnnotate: false, unreviewed: false }),
    ...(services[filters.violationDomain] && listsImages
      ? {}
      : { violationsOf: '', violationDomain: 'detection', violatedRule: '' }),
    shapeKinds: filters.shapeKinds.filter(
      (kind) => isShapeKindAvailable(kind, services) && (listsImages || kind === 'rotated_box'),
    ),
    ...(services.segmentation && listsImages ? {} : { polygonLabels: [] }),
    ...(services.detection && listsImages ? {} : { skeletonLabels: [] }),
    ...(services.detection ? {} : { entity: 'images', detectionLabels: [] }),
    ...(services.detection || services.segmentation ? {} : { attribute: '' }),
    ...(isAttributeAvailable(filters.labelAttribute, services, listsImages) ? {} : { labelAttribute: null }),
    ...(services.recognition ? {} : { labels: [] }),
    ...(services.similarity ? {} : { grouping: 'any' }),
  };
}
