import { LazyComponent, SkeletonItem } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { HistogramChartProps } from './histogram-chart';
import type { LabelChartProps } from './label-chart';

// nivo is 84 kB gzip: fetched where a chart is shown.
const loadLabels = async () => (await import('./label-chart')).LabelChart;
const loadHistogram = async () => (await import('./histogram-chart')).HistogramChart;

/** With what is to be drawn, and not after it. What fails is fetched again, and told of, where the chart stands. */
export function prefetchLabelBars(): void {
  loadLabels().catch(() => undefined);
}

const skeleton = <SkeletonItem aria-label={messages.chartLoading} style={{ height: 320 }} />;

export function LabelBars(props: LabelChartProps) {
  return <LazyComponent load={loadLabels} title={messages.chart} props={props} skeleton={skeleton} />;
}

export function Histogram(props: HistogramChartProps) {
  return <LazyComponent load={loadHistogram} title={messages.chart} props={props} skeleton={skeleton} />;
}
export { formatMeasure, type MeasuredRow, type Measure } from './measures';
