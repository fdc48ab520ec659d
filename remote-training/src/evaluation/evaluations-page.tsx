import type { EvaluatedTask } from '@console/shared-contract/api';
import { AddIcon, Button, formatDateTime, OpenIcon, Page, PickerField, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { messages } from '../messages';
import { evaluationChanges, isRunning, makeEvaluation, useEvaluations } from './evaluation.queries';

const words = messages.evaluation;
type Row = NonNullable<ReturnType<typeof useEvaluations>['data']>[number];

const listInAddress = defineUrlParams({
  task: param.id(),
  sort: param.sort(['created', 'tasks', 'pictures', 'state'], { columnId: 'created', direction: 'descending' }),
});

const measuredOf = ({ tasks = [] }: Row): readonly EvaluatedTask[] => tasks.filter(({ pictures }) => pictures > 0);
const tasksOf = (row: Row) =>
  row.of_task || measuredOf(row).length > 0
    ? (row.of_task ? (row.tasks ?? []) : measuredOf(row)).map(({ name }) => name).join(', ')
    : words.allTasks;
const picturesOf = (row: Row) => Math.max(0, ...measuredOf(row).map(({ pictures }) => pictures));

function stateOf({ work }: Row): string {
  if (!work || work.status === 'done') return words.done;
  if (isRunning({ work })) return words.running(work.done, work.total);
  return work.status === 'failed' ? words.failed(work.error ?? '') : words.cancelled;
}

const columns: Column<Row>[] = [
  { id: 'id', header: messages.columns.id, cell: (row) => row.id, width: '150px' },
  {
    id: 'created',
    header: messages.columns.created,
    cell: (row) => formatDateTime(row.created),
    sortValue: (row) => row.created,
    width: '170px',
  },
  { id: 'tasks', header: words.tasks, cell: tasksOf, sortValue: tasksOf },
  {
    id: 'pictures',
    header: words.pictures,
    cell: (row) => picturesOf(row).toLocaleString('en'),
    sortValue: picturesOf,
    align: 'end',
    width: '96px',
  },
  { id: 'state', header: words.state, cell: stateOf, sortValue: stateOf, width: '150px' },
];

export function EvaluationsPage() {
  const { values, set } = useUrlParams(listInAddress);
  const all = useEvaluations();
  const rows = useMemo(
    () => all.data?.filter(({ tasks = [] }) => values.task === '' || tasks.some(({ id }) => id === values.task)),
    [all.data, values.task],
  );
  const tasks = useMemo(() => {
    const names = new Map((all.data ?? []).flatMap((row) => measuredOf(row).map(({ id, name }) => [id, name] as const)));
    return [...names].map(([value, label]) => ({ value, label }));
  }, [all.data]);
  const make = useWrite({
    send: makeEvaluation,
    success: words.made,
    failure: words.makeFailed,
    changes: () => evaluationChanges,
  });
  return (
    <Page title={words.listTitle}>
      <Section
        title={words.listTitle}
        count={all.data?.length}
        actions={
          <Button icon={<AddIcon />} disabledFocusable={make.isPending} onClick={() => void make.send()}>
            {words.make}
          </Button>
        }
      >
        {(tasks.length > 0 || values.task !== '') && (
          <PickerField
            label={words.task}
            placeholder={words.anyTask}
            value={values.task}
            choices={[{ value: '', label: words.anyTask }, ...tasks]}
            onChange={(task) => set({ task })}
          />
        )}
        <DataTable
          label={words.listTitle}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          sort={values.sort}
          onSortChange={(sort) => set({ sort })}
          rowActions={(row) => [{ label: words.open, icon: <OpenIcon />, to: `/evaluation/${row.id}` }]}
          error={all.error}
          onRetry={() => void all.refetch()}
          empty={values.task === '' ? words.none : words.noneOfTask}
        />
      </Section>
    </Page>
  );
}
