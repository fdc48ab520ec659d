import {
  QUALITY_MEASURES,
  type QualityDomain,
  type QualityEstimate,
  type QualityMeasure,
  type QualityReport,
} from '@console/shared-contract/api';
import { qualityMessages as messages } from './quality-messages';

const DECIMALS = 3;
const GROUP_MEASURES: readonly QualityMeasure[] = ['image_f1', 'precision', 'recall', 'f1'];

/** Returns the measures of tasks of a domain. Members of groups match or do not, and have neither labels nor values. */
export const listMeasures = (domain: QualityDomain | undefined): readonly QualityMeasure[] =>
  domain === 'similarity' ? GROUP_MEASURES : QUALITY_MEASURES;

/** Formats a value of a measure, all of which are ratios except the error of values. */
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

/** The range of values that the bars of a table show. */
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

/** Returns the rows of the CSV file with all numbers of a report. */
export function toCsvRows({ task, total, people, labels, weeks, jobs, target }: QualityReport): (string | number | null)[][] {
  const { dimensions } = messages.csv;
  const rows = [
    { dimension: dimensions.total, name: '', id: '', ...total },
    ...people.map(({ user, ...row }) => ({ dimension: dimensions.user, name: getName(user, 'user'), id: user.id, ...row })),
    ...labels.map(({ label, ...row }) => ({
      ...{ dimension: dimensions.label, name: getName(label, 'label'), id: label.id, decision: null },
      ...row,
    })),
    ...weeks.map(({ week, ...row }) => ({ dimension: dimensions.week, name: week, id: '', decision: null, ...row })),
    ...jobs.map(({ job, ...row }) => ({ dimension: dimensions.job, name: getName(job, 'job'), id: job.id, ...row })),
  ];
  return rows.flatMap(({ dimension, name, id, estimates, decision }) =>
    listMeasures(task.domain).map((measure) => {
      const { value, low, high, images, n } = estimates[measure];
      const isDecided = measure === 'image_f1' && decision !== null;
      return [
        ...[dimension, name, id, measure, value, low, high, images, n],
        ...[isDecided ? target : null, isDecided ? decision.result : null, isDecided ? decision.more : null],
      ];
    }),
  );
}
