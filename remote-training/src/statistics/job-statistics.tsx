import type { JobWithType } from '@console/shared-contract/api';
import { makeStyles, PageLink, Subsection, tokens, useLocalParams } from '@console/shared-ui/basics';
import { CountingRules } from './counting-rules';
import { Forecast } from './forecast';
import { statisticsMessages as messages } from './statistics-messages';
import { jobChartParams, statisticsParams } from './statistics-params';
import { StatisticsTable, type StatisticsTableProps } from './statistics-table';
import { getDaysAgo, getEarliestDay } from './statistics.queries';
import { ThroughputChart } from './throughput-chart';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

/** Statistics of one job since its creation: what each user did, the throughput and the expected end. */
export function JobStatistics({
  job,
  sort,
  onSortChange,
}: { job: JobWithType } & Pick<StatisticsTableProps, 'sort' | 'onSortChange'>) {
  const styles = useStyles();
  const params = useLocalParams(jobChartParams);
  const createdDay = job.created.slice(0, 10);
  const firstDay = createdDay > getEarliestDay() ? createdDay : getEarliestDay();
  const filters = { from: firstDay, to: getDaysAgo(0), job: job.id };
  const link = statisticsParams.toLink({ job: job.id, from: firstDay });
  return (
    <div className={styles.column}>
      <Forecast job={job.id} />
      <Subsection title={messages.table}>
        <CountingRules />
        <StatisticsTable
          filters={filters}
          dimension="user"
          fileName={`${job.name} ${messages.title.toLowerCase()}`}
          sort={sort}
          onSortChange={onSortChange}
        />
      </Subsection>
      <Subsection title={messages.chart}>
        <ThroughputChart filters={filters} params={params} />
      </Subsection>
      <div>
        <PageLink to="/statistics" query={link}>
          {messages.openPage}
        </PageLink>
      </div>
    </div>
  );
}
