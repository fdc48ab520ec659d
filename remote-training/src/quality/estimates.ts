import { QUALITY_MEASURES, type QualityDomain, type QualityEstimate, type QualityMeasure } from '@console/shared-contract/api';
import { qualityMessages as messages } from './quality-messages';

const DECIMALS = 3;
const GROUP_MEASURES: readonly QualityMeasure[] = ['image_f1', 'precision', 'recall', 'f1'];

/**
 * Returns the measures of tasks of a domain. Members of groups only match or do not match: they have neither labels nor values.
 */
export const listMeasures = (domain: QualityDomain | undefined): readonly QualityMeasure[] =>
  domain === 'similarity' ? GROUP_MEASURES : QUALITY_MEASURES;

/** Formats a value of a measure. All measures are ratios, except the error of values. */
export const formatValue = (value: number | null): string => value?.toFixed(DECIMALS) ?? messages.noValue;

/** Formats the interval of an estimate. */
export function formatInterval({ low, high }: QualityEstimate): string {
  if (low === null) return messages.noValue;
  return high === null ? messages.atLeast(formatValue(low)) : messages.range(formatValue(low), formatValue(high));
}

/** Returns the name of the annotator, label or job of a row. */
export function getName(
  row: { name: string | null } | { username: string | null },
  kind: 'user' | 'label' | 'type' | 'job',
): string {
  return ('username' in row ? row.username : row.name) ?? messages.unnamed[kind];
}

/** The range of values of the bars of a table. */
export interface Scale {
  min: number;
  max: number;
}

/** Returns a scale that contains all intervals and the target, so that short intervals near 1 stay readable. */
export function createScale(estimates: readonly QualityEstimate[], measure: QualityMeasure, target: number | null): Scale {
  const bounds = estimates.flatMap(({ value, low, high }) => [value, low, high].filter((bound) => bound !== null));
  if (measure === 'value_error') return { min: 0, max: Math.max(...bounds, Number.MIN_VALUE) };
  const lowest = Math.min(...bounds, target ?? 1);
  return { min: Math.max(0, Math.floor(lowest * 10 - 1e-9) / 10), max: 1 };
}
