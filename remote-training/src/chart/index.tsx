import { LazyComponent, SkeletonItem } from '@console/shared-ui/basics';
import { chartMessages } from './chart-messages';
import type { ColumnChartProps } from './column-chart';
import type { LabelChartProps } from './label-chart';

// nivo is 84 kB gzip, so it is loaded only where a chart is shown.
const loadLabelChart = async () => (await import('./label-chart')).LabelChart;
const loadColumnChart = async () => (await import('./column-chart')).ColumnChart;

/** Starts loading the chart code while the data is loading. The lazy component retries and reports failures. */
export function prefetchLabelChart(): void {
  loadLabelChart().catch(() => undefined);
}

const skeleton = <SkeletonItem role="img" aria-label={chartMessages.loading} style={{ height: 320 }} />;

export function LazyLabelChart(props: LabelChartProps) {
  return <LazyComponent load={loadLabelChart} title={chartMessages.title} props={props} skeleton={skeleton} />;
}

export function LazyColumnChart(props: ColumnChartProps) {
  return <LazyComponent load={loadColumnChart} title={chartMessages.title} props={props} skeleton={skeleton} />;
}
export { formatMeasure, type MeasuredRow, type ChartMeasure } from './measures';
