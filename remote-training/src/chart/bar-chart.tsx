import { LazyPart, SkeletonItem } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { GroupedBarsProps } from './grouped-bars';

// nivo is 84 kB gzip: fetched where a chart is shown.
const loadBars = async () => (await import('./grouped-bars')).GroupedBars;

export function BarChart(props: GroupedBarsProps) {
  const height = props.height ?? 320;
  return (
    <LazyPart
      load={loadBars}
      title={messages.chart}
      props={props}
      skeleton={<SkeletonItem aria-label={messages.chartLoading} style={{ height }} />}
    />
  );
}
