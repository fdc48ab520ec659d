import type { QualityMeasure, QualityReport } from '@console/shared-contract/api';
import { EmptyState } from '@console/shared-ui/basics';
import { LazyColumnChart } from '../chart';
import { formatInterval, formatValue } from './estimates';
import { qualityMessages as messages } from './quality-messages';

/** A bar for each week with the value of a measure. The tooltip has the interval. */
export function TrendChart({ weeks, measure }: { weeks: QualityReport['weeks']; measure: QualityMeasure }) {
  const bins = weeks.flatMap(({ week, estimates }) => {
    const estimate = estimates[measure];
    if (estimate.value === null) return [];
    const title = `${messages.columns.week} ${week}: ${formatValue(estimate.value)} (${formatInterval(estimate)})`;
    return [{ start: week, title, counts: [estimate.value * (measure === 'value_error' ? 1 : 100)] }];
  });
  if (bins.length === 0) return <EmptyState>{messages.trend.empty}</EmptyState>;
  const name = measure === 'value_error' ? messages.measures[measure] : messages.trend.percent(messages.measures[measure]);
  return (
    <LazyColumnChart
      label={`${name}, ${messages.sections.trend.toLowerCase()}`}
      valueTitle={messages.columns.week}
      countTitle={name}
      seriesNames={[name]}
      bins={bins}
      formatCount={(value) => value.toFixed(1)}
    />
  );
}
