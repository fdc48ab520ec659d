import type { StatisticsCounts, StatisticsDimension, StatisticsRow } from '@console/shared-contract/api';
import type { MeasureId } from './measure-ids';
import { statisticsMessages } from './statistics-messages';

/** A measure that the table and the chart show. */
export interface StatisticsMeasure {
  id: MeasureId;
  /** Returns null if the measure is undefined, for example the time per item without items. */
  getValue: (counts: StatisticsCounts) => number | null;
  /** How a value is shown and written to CSV files. */
  kind: 'count' | 'duration';
  /** Whether the measure can be counted by label. */
  canFilterByLabel: boolean;
}

const createCount = (id: keyof StatisticsCounts & MeasureId, canFilterByLabel: boolean): StatisticsMeasure => ({
  id,
  kind: 'count',
  canFilterByLabel,
  getValue: (counts) => counts[id],
});

/** All measures in the order of the columns. */
export const MEASURES: readonly StatisticsMeasure[] = [
  createCount('items_done', false),
  { ...createCount('active_seconds', false), kind: 'duration' },
  {
    id: 'seconds_per_item',
    kind: 'duration',
    canFilterByLabel: false,
    getValue: ({ items_done, active_seconds }) => (items_done > 0 && active_seconds > 0 ? active_seconds / items_done : null),
  },
  createCount('images_verified', false),
  createCount('shapes_created', true),
  createCount('shapes_changed', true),
  createCount('shapes_deleted', true),
  createCount('labels_set', true),
  createCount('items_sent_back', false),
  createCount('found_wrong', true),
];
/** Formats a duration in seconds: `45 s`, `12 min` or `3 h 05 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60).toLocaleString('en')} h ${String(minutes % 60).padStart(2, '0')} min`;
}

export function formatMeasureValue({ kind }: StatisticsMeasure, value: number | null): string {
  if (value === null) return '–';
  return kind === 'duration' ? formatDuration(value) : value.toLocaleString('en');
}

/** Returns the name of the user, job or label of a row, or its day. */
export function getRowName(row: StatisticsRow, dimension: StatisticsDimension): string {
  const { unnamed } = statisticsMessages;
  if (dimension === 'day' || dimension === 'week') return row[dimension] ?? '';
  if (dimension === 'user') return row.user?.username ?? unnamed.user;
  const reference = row[dimension];
  return reference ? (reference.name ?? unnamed[dimension]) : statisticsMessages.without[dimension];
}

export function getRowKey(row: StatisticsRow, dimension: StatisticsDimension): string {
  return dimension === 'day' || dimension === 'week' ? (row[dimension] ?? '') : (row[dimension]?.id ?? '');
}
