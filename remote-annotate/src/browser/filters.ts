import type { CallOptions } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { filtersInAddress, type BrowserFilters } from './filters-address';

export type { BrowserFilters };
export type Entity = BrowserFilters['entity'];

export const PAGE_SIZE = 50;

export type ListQuery = NonNullable<CallOptions<'GET /recognition/v2/training-image/'>['query']>;

/** The server's own order, which every deployment lists in. */
const UNSAID = 'newest';

const TARGET_FIELD = { 'image-job': 'imagejob', 'detection-task': 'detection_task_neg' } as const;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The day's first and last instant, in the time zone of the person who chose it. */
function spanOf(day: string): Pick<ListQuery, 'created_after' | 'created_before'> {
  if (!isDay(day)) return {};
  return {
    created_after: new Date(`${day}T00:00:00`).toISOString(),
    created_before: new Date(`${day}T23:59:59.999`).toISOString(),
  };
}

/** The parameters of the list call, without page and page size; images and objects take the same. */
export function toQuery(filters: BrowserFilters, target?: ImageTarget): ListQuery {
  return {
    include_verifications: 1,
    ...(filters.verified === 'all' ? {} : { verified: filters.verified === 'yes' ? 1 : 0 }),
    ...(filters.grouping === 'any' ? {} : { not_groups: filters.grouping === 'not' }),
    ...(filters.background === 'all' ? {} : { real: filters.background === 'real' }),
    ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
    ...(filters.labels.length > 0 ? { labels: [...filters.labels] } : {}),
    ...(filters.detectionLabels.length > 0 ? { detection_labels: [...filters.detectionLabels] } : {}),
    ...(filters.polygons ? { polygons: true } : {}),
    ...(filters.polygonLabels.length > 0 ? { polygon_labels: [...filters.polygonLabels] } : {}),
    ...(filters.test ? { test: true } : {}),
    ...spanOf(filters.day),
    ...(filters.similarTo === '' ? {} : { similar_to: filters.similarTo, similar_kind: filters.similarKind }),
    ...(filters.suspectsOf === '' ? {} : { suspects_of: filters.suspectsOf }),
    ...(filters.predictedBy === '' ? {} : { predicted_by: filters.predictedBy }),
    ...(filters.predictedBy === '' || filters.uncertainty === 0 ? {} : { uncertainty_from: filters.uncertainty / 100 }),
    ...(target ? { [TARGET_FIELD[target.kind]]: target.id, ...(filters.inTarget ? {} : { not_in: 'True' }) } : {}),
  };
}

/** The orders that a list can come in; of objects by date alone. */
export function sortsOf({ entity, suspectsOf, predictedBy }: BrowserFilters): readonly BrowserFilters['sort'][] {
  if (entity === 'objects') return ['newest', 'oldest'];
  const surest = suspectsOf === '' ? [] : (['surest'] as const);
  const uncertain = predictedBy === '' ? [] : (['uncertain'] as const);
  return ['name', 'newest', 'oldest', ...surest, ...uncertain];
}

/** The order that a list comes in. */
export function sortOf(filters: BrowserFilters): BrowserFilters['sort'] {
  const sorts = sortsOf(filters);
  return sorts.find((sort) => sort === filters.sort) ?? sorts[0] ?? UNSAID;
}

/** The parameter of the order, for a list of its entity: none for the order that is there without one. */
export function sortQuery(filters: BrowserFilters): Pick<ListQuery, 'sort'> {
  const sort = sortOf(filters);
  // What is similar comes the nearest first.
  return sort === UNSAID || filters.similarTo !== '' ? {} : { sort };
}

/** How things are shown, and which side of the job or task: no filters that "Clear filters" takes away. */
export const HOW_SHOWN = ['entity', 'blur', 'inTarget', 'sort'] as const;

/** Whether something keeps rows from the list, so that an empty one does not mean that there is nothing. */
export function isNarrowed(filters: BrowserFilters): boolean {
  return filtersInAddress.isNarrowed(filters, HOW_SHOWN);
}

/** Everything back to its start, but for what to show: entity, blur, order, and the side of the job or task. */
export function withoutNarrowing(): Partial<BrowserFilters> {
  return filtersInAddress.getCleared(HOW_SHOWN);
}

/** A change of what is listed leads back to the first page; blur does not change what is listed. */
export function changed(filters: BrowserFilters, patch: Partial<BrowserFilters>): Partial<BrowserFilters> {
  return keepsList(patch) ? { page: filters.page, ...patch } : patch;
}

/** Whether the same rows are listed, in whatever order and on whatever page. */
export function keepsRows(patch: Partial<BrowserFilters>): boolean {
  return Object.keys(patch).every((name) => name === 'blur' || name === 'page' || name === 'sort');
}

/** Only images are asked for by what they look like. */
export const withSimilar = (patch: Partial<BrowserFilters>): Partial<BrowserFilters> =>
  patch.entity === 'objects' ? { ...patch, similarTo: '', similarKind: 'image' } : patch;

/** Whether the list stays the one that it is, on whatever page. */
function keepsList(patch: Partial<BrowserFilters>): boolean {
  return Object.keys(patch).every((name) => name === 'blur' || name === 'page');
}

export interface BrowserServices {
  recognition: boolean;
  detection: boolean;
  segmentation: boolean;
  similarity: boolean;
  /** Runs of predictions, which are a deployment's. */
  predictions: boolean;
}

/**
 * Filters by a service that the workspace lacks fall away: the server would refuse the call, or find nothing. Models are
 * asked about images alone, and outlines are looked for on images.
 */
export function allowedFilters(filters: BrowserFilters, services: BrowserServices): BrowserFilters {
  const ofImages = filters.entity === 'images' || filters.similarTo !== '' || !services.detection;
  return {
    ...filters,
    ...(filters.similarTo === '' ? {} : { entity: 'images' }),
    ...(services.predictions && ofImages ? {} : { suspectsOf: '', predictedBy: '', uncertainty: 0 }),
    ...(services.segmentation && ofImages ? {} : { polygons: false, polygonLabels: [] }),
    ...(services.detection ? {} : { entity: 'images', detectionLabels: [] }),
    ...(services.recognition ? {} : { labels: [] }),
    ...(services.similarity ? {} : { grouping: 'any' }),
  };
}
