import type { QualityMeasure, QualityReport, QualityTask } from '@console/shared-contract/api';
import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { DayFilter, SelectFilter } from '@console/shared-ui/list-section';
import { getName } from './estimates';
import { qualityMessages as messages } from './quality-messages';
import type { QualityParams } from './quality-params';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
});

export interface FilterBarProps {
  params: QualityParams;
  tasks: readonly QualityTask[];
  /** Undefined while loading. */
  report: QualityReport | undefined;
  /** Id of the shown task. */
  task: string;
  measures: readonly QualityMeasure[];
}

/** The filters of the quality page: task, job, annotator, period and measure. */
export function FilterBar({ params, tasks, report, task: taskId, measures }: FilterBarProps) {
  const styles = useStyles();
  const { values, set, clear, isNarrowed } = params;
  const taskChoices = tasks.map(({ id, name, domain }) => ({ value: id, label: `${name} (${messages.domains[domain]})` }));
  const isMissing = !tasks.some(({ id }) => id === taskId);
  const measure = measures.find((candidate) => candidate === values.measure) ?? 'image_f1';
  const shownParams = { ...params, values: { ...values, task: taskId, measure } };
  return (
    <div role="search" className={styles.filters} aria-label={messages.filters.title}>
      <SelectFilter
        list={shownParams}
        name="task"
        label={messages.filters.task}
        choices={[...taskChoices, ...(isMissing ? [{ value: taskId, label: report?.task.name ?? '…' }] : [])]}
      />
      <SelectFilter
        list={params}
        name="job"
        label={messages.filters.job}
        choices={toChoices(
          'job',
          values.job,
          report?.jobs.map(({ job }) => ({ id: job.id, name: getName(job, 'job') })),
        )}
      />
      {report?.own_only === false && (
        <SelectFilter
          list={params}
          name="user"
          label={messages.filters.user}
          choices={toChoices(
            'user',
            values.user,
            report.people.map(({ user }) => ({ id: user.id, name: getName(user, 'user') })),
          )}
        />
      )}
      <DayFilter label={messages.filters.from} day={values.from} max={values.to} onChange={(from) => set({ from })} />
      <DayFilter label={messages.filters.to} day={values.to} min={values.from} onChange={(to) => set({ to })} />
      <SelectFilter
        list={shownParams}
        name="measure"
        label={messages.filters.measure}
        choices={measures.map((value) => ({ value, label: messages.measures[value] }))}
      />
      {isNarrowed('task', 'measure') && (
        <Button appearance="subtle" onClick={() => clear('task', 'measure')}>
          {messages.clear}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the choices of a filter: all, the rows of the report, and the selected row. The report of another period may not
 * contain the selected row.
 */
function toChoices(kind: 'job' | 'user', selected: string, rows: readonly { id: string; name: string }[] = []) {
  const isMissing = selected !== '' && !rows.some(({ id }) => id === selected);
  return [
    { value: '', label: messages.all[kind] },
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
    ...(isMissing ? [{ value: selected, label: messages.selected[kind] }] : []),
  ];
}
