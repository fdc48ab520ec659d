import { SkeletonItem } from '@console/shared-ui';
import { lazy, Suspense } from 'react';
import { messages } from '../messages';
import type { GroupedBarsProps } from './grouped-bars';

// nivo is 84 kB gzip: fetched where a chart is shown.
const GroupedBars = lazy(() => import('./grouped-bars'));

export function BarChart(props: GroupedBarsProps) {
  const height = props.height ?? 320;
  return (
    <Suspense fallback={<SkeletonItem aria-label={messages.chartLoading} style={{ height }} />}>
      <GroupedBars {...props} />
    </Suspense>
  );
}
