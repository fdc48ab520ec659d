import { EmptyState, ErrorState, makeStyles, SkeletonItem, tokens } from '@console/shared-ui/basics';
import { SelectFilter } from '@console/shared-ui/list-section';
import { LazyColumnChart } from '../chart';
import { listIntervals } from './counted-days';
import { CHART_MEASURES } from './measure-ids';
import { formatMeasureValue, MEASURES } from './measures';
import { statisticsMessages as messages } from './statistics-messages';
import { INTERVALS, type ChartParams } from './statistics-params';
import { useStatistics, type StatisticsFilters } from './statistics.queries';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});
const CHART_HEIGHT = 340;
const measureChoices = CHART_MEASURES.map((value) => ({ value, label: messages.measures[value] }));
const intervalChoices = INTERVALS.map((value) => ({ value, label: messages.intervals[value] }));

interface ThroughputChartProps {
  filters: StatisticsFilters;
  params: ChartParams;
}

/** A chart of one number per day or week, with selects for the number and the interval. */
export function ThroughputChart({ filters, params }: ThroughputChartProps) {
  const styles = useStyles();
  const { measure: measureId, interval } = params.values;
  const { data, error, refetch } = useStatistics(filters, interval);
  const measure = MEASURES.find(({ id }) => id === measureId);
  const renderChart = () => {
    if (error) return <ErrorState error={error} title={messages.failed} onRetry={() => void refetch()} />;
    if (!data || !measure) return <SkeletonItem style={{ height: CHART_HEIGHT }} role="img" aria-label={messages.chart} />;
    const days = listIntervals(data.results, filters, interval);
    const isMinutes = measure.kind === 'duration';
    const name = isMinutes ? messages.minutes(messages.measures[measure.id]) : messages.measures[measure.id];
    const counts = days.map((day) => (day.counts && measure.getValue(day.counts)) ?? 0);
    if (counts.every((count) => count === 0)) return <EmptyState>{messages.emptyChart}</EmptyState>;
    return (
      <LazyColumnChart
        label={`${name}, ${messages.intervals[interval].toLowerCase()}`}
        valueTitle={messages.dimensions[interval]}
        countTitle={name}
        seriesNames={[name]}
        bins={days.map(({ start }, index) => ({
          start: start.slice(5),
          title: interval === 'week' ? `${messages.dimensions.week} ${start}` : start,
          counts: [(counts[index] ?? 0) / (isMinutes ? 60 : 1)],
        }))}
        formatCount={(count) => formatMeasureValue(measure, isMinutes ? count * 60 : count)}
      />
    );
  };
  return (
    <>
      <div className={styles.filters}>
        <SelectFilter list={params} name="measure" label={messages.chartMeasure} choices={measureChoices} />
        <SelectFilter list={params} name="interval" label={messages.interval} choices={intervalChoices} />
      </div>
      {renderChart()}
    </>
  );
}
