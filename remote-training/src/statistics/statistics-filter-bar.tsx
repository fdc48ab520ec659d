import { Button, compareText, makeStyles, tokens, type ParamsOf, type UrlParamsState } from '@console/shared-ui/basics';
import { DayFilter, SelectFilter } from '@console/shared-ui/list-section';
import { getLastWeek } from './counted-days';
import { getRowKey, getRowName } from './measures';
import { statisticsMessages as messages } from './statistics-messages';
import type { statisticsParams } from './statistics-params';
import { getDaysAgo, useStatistics, type DayRange, type StatisticsFilters } from './statistics.queries';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
});

type PageParams = UrlParamsState<ParamsOf<typeof statisticsParams>>;
/** Parameters that are not filters. */
const DISPLAY_PARAMS = ['group', 'sort', 'measure', 'interval'] as const;
const ALL = '';

interface StatisticsFilterBarProps {
  params: PageParams;
  /** Values of the filters, with the default period if the user has not selected one. */
  filters: StatisticsFilters;
  /** Whether the user can see the statistics of other users. */
  hasUsers: boolean;
}

/** The filters of the statistics page: period, user, job and label. */
export function StatisticsFilterBar({ params, filters, hasUsers }: StatisticsFilterBarProps) {
  const styles = useStyles();
  const { set, clear, isNarrowed } = params;
  const period = { from: filters.from, to: filters.to };
  const lastWeek = getLastWeek(getDaysAgo(0));
  const isLastWeek = period.from === lastWeek.from && period.to === lastWeek.to;
  return (
    <div role="search" className={styles.filters} aria-label={messages.title}>
      <Button aria-pressed={isLastWeek} appearance={isLastWeek ? 'primary' : 'secondary'} onClick={() => set(lastWeek)}>
        {messages.lastWeek}
      </Button>
      <DayFilter label={messages.filters.from} day={period.from} max={period.to} onChange={(from) => set({ from })} />
      <DayFilter label={messages.filters.to} day={period.to} min={period.from} onChange={(to) => set({ to })} />
      {hasUsers && <ReferenceFilter name="user" params={params} period={period} />}
      <ReferenceFilter name="job" params={params} period={period} />
      <ReferenceFilter name="label" params={params} period={period} />
      {isNarrowed(...DISPLAY_PARAMS) && (
        <Button appearance="subtle" onClick={() => clear(...DISPLAY_PARAMS)}>
          {messages.clear}
        </Button>
      )}
    </div>
  );
}

interface ReferenceFilterProps {
  name: 'user' | 'job' | 'label';
  params: PageParams;
  period: DayRange;
}

/** A filter with the users, jobs or labels that have statistics in the period, and the selected one. */
function ReferenceFilter({ name, params, period }: ReferenceFilterProps) {
  const { data } = useStatistics(period, name);
  const options = (data?.results ?? [])
    .map((row) => ({ value: getRowKey(row, name), label: getRowName(row, name) }))
    .filter(({ value }) => value !== ALL)
    .sort((a, b) => compareText(a.label, b.label));
  const selectedId = params.values[name];
  const isMissing = selectedId !== ALL && !options.some(({ value }) => value === selectedId);
  const choices = [
    { value: ALL, label: messages.all[name] },
    ...options,
    ...(isMissing ? [{ value: selectedId, label: data ? messages.selected[name] : '…' }] : []),
  ];
  return <SelectFilter list={params} name={name} label={messages.filters[name]} choices={choices} />;
}
