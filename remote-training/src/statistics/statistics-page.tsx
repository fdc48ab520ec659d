import { MessageBar, MessageBarBody, Page, Permitted, Section, Stats, useUrlParams } from '@console/shared-ui/basics';
import { SelectFilter } from '@console/shared-ui/list-section';
import { CountingRules } from './counting-rules';
import { Forecast } from './forecast';
import { formatMeasureValue, MEASURES } from './measures';
import { StatisticsFilterBar } from './statistics-filter-bar';
import { statisticsMessages as messages } from './statistics-messages';
import { DIMENSIONS, statisticsParams } from './statistics-params';
import { StatisticsTable } from './statistics-table';
import { getDaysAgo, useStatistics, type StatisticsFilters } from './statistics.queries';
import { ThroughputChart } from './throughput-chart';
import { VisibilitySetting } from './visibility-setting';

/** Number of days in the default period, including today. */
const DEFAULT_DAYS = 28;
const SUMMARY = ['items_done', 'active_seconds', 'images_verified', 'shapes_created', 'labels_set', 'items_sent_back'];
const groupChoices = DIMENSIONS.map((value) => ({ value, label: messages.groups[value] }));

function toFilters({ from: fromDate, to: toDate, user, job, label }: typeof statisticsParams.initial): StatisticsFilters {
  const lastDay = toDate || getDaysAgo(0);
  const firstDay = fromDate || getDaysAgo(DEFAULT_DAYS - 1);
  return {
    from: firstDay > lastDay ? lastDay : firstDay,
    to: lastDay,
    user: user || undefined,
    job: job || undefined,
    label: label || undefined,
  };
}

/** Page with what users did in the workspace: totals, a table, a chart, and who can see them. */
export function StatisticsPage() {
  const params = useUrlParams(statisticsParams);
  const { values, set } = params;
  const filters = toFilters(params.committedValues);
  const { data, error, refetch } = useStatistics(filters);
  // Older servers apply the setting to every member.
  const isOwnOnly = data && (data.own_only ?? data.visibility === 'own');
  const [totals] = data?.results ?? [];
  const summaryMeasures = MEASURES.filter(
    ({ id, canFilterByLabel }) => SUMMARY.includes(id) && (canFilterByLabel || !filters.label),
  );
  return (
    <Page title={messages.title}>
      <Section title={messages.filters.period}>
        <StatisticsFilterBar params={params} filters={filters} hasUsers={isOwnOnly === false} />
        {isOwnOnly && (
          <MessageBar>
            <MessageBarBody>{messages.ownOnly}</MessageBarBody>
          </MessageBar>
        )}
        <Stats
          error={error}
          onRetry={() => void refetch()}
          values={Object.fromEntries(
            summaryMeasures.map((measure) => [
              messages.measures[measure.id],
              totals && formatMeasureValue(measure, measure.getValue(totals)),
            ]),
          )}
        />
        {filters.job && <Forecast job={filters.job} />}
      </Section>
      <Section
        title={messages.table}
        actions={<SelectFilter list={params} name="group" label={messages.filters.group} choices={groupChoices} />}
      >
        <CountingRules />
        <StatisticsTable
          filters={filters}
          dimension={values.group}
          fileName={`${messages.title.toLowerCase()} ${filters.from} ${filters.to}`}
          sort={values.sort}
          onSortChange={(sort) => set({ sort })}
        />
      </Section>
      <Section title={messages.chart}>
        <ThroughputChart filters={filters} params={params} />
      </Section>
      {data && (
        <Permitted<'PUT /history/v2/statistics/visibility/'> permission="own">
          <VisibilitySetting visibility={data.visibility} />
        </Permitted>
      )}
    </Page>
  );
}
