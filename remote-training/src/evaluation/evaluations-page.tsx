import type { EvaluatedTask } from '@console/shared-contract/api';
import { AddIcon, Button, formatDateTime, OpenIcon, Page, PickerField, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { evaluationMessages } from './data/evaluation-messages';
import { messages } from '../messages';
import { evaluationChanges, isRunning, createEvaluation, useEvaluations } from './data/evaluation.queries';

type Row = NonNullable<ReturnType<typeof useEvaluations>['data']>[number];

const urlParams = defineUrlParams({
  task: param.id(),
  sort: param.sort(['created', 'tasks', 'pictures', 'state'], { columnId: 'created', direction: 'descending' }),
});

const listMeasuredTasks = ({ tasks = [] }: Row): readonly EvaluatedTask[] => tasks.filter(({ pictures }) => pictures > 0);
const formatTasks = (row: Row) =>
  row.of_task || listMeasuredTasks(row).length > 0
    ? (row.of_task ? (row.tasks ?? []) : listMeasuredTasks(row)).map(({ name }) => name).join(', ')
    : evaluationMessages.allTasks;
const countImages = (row: Row) => Math.max(0, ...listMeasuredTasks(row).map(({ pictures }) => pictures));

function formatState({ work }: Row): string {
  if (!work || work.status === 'done') return evaluationMessages.done;
  if (isRunning({ work })) return evaluationMessages.running(work.done, work.total);
  return work.status === 'failed' ? evaluationMessages.failed(work.error ?? '') : evaluationMessages.cancelled;
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
  { id: 'tasks', header: evaluationMessages.tasks, cell: formatTasks, sortValue: formatTasks },
  {
    id: 'pictures',
    header: evaluationMessages.images,
    cell: (row) => countImages(row).toLocaleString('en'),
    sortValue: countImages,
    align: 'end',
    width: '96px',
  },
  { id: 'state', header: evaluationMessages.state, cell: formatState, sortValue: formatState, width: '150px' },
];

export function EvaluationsPage() {
  const { values, set } = useUrlParams(urlParams);
  const all = useEvaluations();
  const rows = useMemo(
    () => all.data?.filter(({ tasks = [] }) => values.task === '' || tasks.some(({ id }) => id === values.task)),
    [all.data, values.task],
  );
  const tasks = useMemo(() => {
    const names = new Map((all.data ?? []).flatMap((row) => listMeasuredTasks(row).map(({ id, name }) => [id, name] as const)));
    return [...names].map(([value, label]) => ({ value, label }));
  }, [all.data]);
  const create = useWrite({
    send: createEvaluation,
    success: evaluationMessages.createdNotice,
    failure: evaluationMessages.createFailed,
    changes: () => evaluationChanges,
  });
  return (
    <Page title={evaluationMessages.listTitle}>
      <Section
        title={evaluationMessages.listTitle}
        count={all.data?.length}
        actions={
          <Button icon={<AddIcon />} disabledFocusable={create.isPending} onClick={() => void create.send()}>
            {evaluationMessages.create}
          </Button>
        }
      >
        {(tasks.length > 0 || values.task !== '') && (
          <PickerField
            label={evaluationMessages.task}
            placeholder={evaluationMessages.anyTask}
            value={values.task}
            choices={[{ value: '', label: evaluationMessages.anyTask }, ...tasks]}
            onChange={(task) => set({ task })}
          />
        )}
        <DataTable
          label={evaluationMessages.listTitle}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          sort={values.sort}
          onSortChange={(sort) => set({ sort })}
          rowActions={(row) => [{ label: evaluationMessages.open, icon: <OpenIcon />, to: `/evaluation/${row.id}` }]}
          error={all.error}
          onRetry={() => void all.refetch()}
          empty={values.task === '' ? evaluationMessages.none : evaluationMessages.noneForTask}
        />
      </Section>
    </Page>
  );
}
