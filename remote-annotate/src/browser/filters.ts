import type { CallOptions } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';

export type Entity = 'images' | 'objects';
export type VerifiedFilter = 'all' | 'yes' | 'no';
export type GroupingFilter = 'any' | 'in' | 'not';
export type BackgroundFilter = 'product' | 'real' | 'all';

export interface BrowserFilters {
  entity: Entity;
  verified: VerifiedFilter;
  grouping: GroupingFilter;
  background: BackgroundFilter;
  /** Ids of recognition labels, any of which will do. */
  labels: readonly string[];
  /** Ids of detection labels, any of which will do. */
  detectionLabels: readonly string[];
  /** `2026-02-03` in the person's time zone; empty for any day. */
  day: string;
  test: boolean;
  /** Null: as the workspace is set. */
  blur: boolean | null;
  /** Members of the job or task, or all the others; without a job or task it says nothing. */
  inTarget: boolean;
  /** From 1. */
  page: number;
}

export const PAGE_SIZE = 50;

export const initialFilters: BrowserFilters = {
  entity: 'images',
  verified: 'all',
  grouping: 'any',
  background: 'all',
  labels: [],
  detectionLabels: [],
  day: '',
  test: false,
  blur: null,
  inTarget: false,
  page: 1,
};

export type ListQuery = NonNullable<CallOptions<'GET /recognition/v2/training-image/'>['query']>;

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
    ...(filters.labels.length > 0 ? { labels: [...filters.labels] } : {}),
    ...(filters.detectionLabels.length > 0 ? { detection_labels: [...filters.detectionLabels] } : {}),
    ...(filters.test ? { test: true } : {}),
    ...spanOf(filters.day),
    ...(target ? { [TARGET_FIELD[target.kind]]: target.id, ...(filters.inTarget ? {} : { not_in: 'True' }) } : {}),
  };
}

/** Whether something keeps rows from the list, so that an empty one does not mean that there is nothing. */
export function isNarrowed(filters: BrowserFilters): boolean {
  return (
    filters.verified !== 'all' ||
    filters.grouping !== 'any' ||
    filters.background !== 'all' ||
    filters.labels.length > 0 ||
    filters.detectionLabels.length > 0 ||
    filters.day !== '' ||
    filters.test
  );
}

/** Everything back to its start, but for what to show: entity, blur, and the side of the job or task. */
export function withoutNarrowing({ entity, blur, inTarget }: BrowserFilters): BrowserFilters {
  return { ...initialFilters, entity, blur, inTarget };
}

/** A change of what is listed leads back to the first page; blur does not change what is listed. */
export function changed(filters: BrowserFilters, patch: Partial<BrowserFilters>): BrowserFilters {
  const keepsList = Object.keys(patch).every((name) => name === 'blur' || name === 'page');
  return { ...filters, ...(keepsList ? {} : { page: 1 }), ...patch };
}

export interface BrowserServices {
  recognition: boolean;
  detection: boolean;
  similarity: boolean;
}

/** Filters by a service that the workspace lacks fall away: the server would refuse the call, or find nothing. */
export function allowedFilters(filters: BrowserFilters, services: BrowserServices): BrowserFilters {
  return {
    ...filters,
    ...(services.detection ? {} : { entity: 'images', detectionLabels: [] }),
    ...(services.recognition ? {} : { labels: [] }),
    ...(services.similarity ? {} : { grouping: 'any' }),
  };
}
