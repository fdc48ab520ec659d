import type { EvaluatedTask } from '@console/shared-contract/api';
import { AddIcon, Button, formatDateTime, OpenIcon, Page, Permitted, PickerField } from '@console/shared-ui/basics';
import { ListSection } from '@console/shared-ui/list-section';
import { defineUrlParams, param, useLoadedList, useUrlParams, useWrite } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { evaluationMessages } from './data/evaluation-messages';
import { messages } from '../messages';
import { evaluationChanges, isRunning, createEvaluation, useEvaluations } from './data/evaluation.queries';

type ListedEvaluation = NonNullable<ReturnType<typeof useEvaluations>['data']>[number];

const urlParams = defineUrlParams({
  task: param.id(),
  sort: param.sort(['created', 'tasks', 'pictures', 'state'], { columnId: 'created', direction: 'descending' }),
});

const listMeasuredTasks = ({ tasks = [] }: ListedEvaluation): readonly EvaluatedTask[] =>
  tasks.filter(({ pictures }) => pictures > 0);
const formatTasks = (row: ListedEvaluation) =>
  row.of_task || listMeasuredTasks(row).length > 0
    ? (row.of_task ? (row.tasks ?? []) : listMeasuredTasks(row)).map(({ name }) => name).join(', ')
    : evaluationMessages.allTasks;
const countImages = (row: ListedEvaluation) => Math.max(0, ...listMeasuredTasks(row).map(({ pictures }) => pictures));

function formatState({ work }: ListedEvaluation): string {
  if (!work || work.status === 'done') return evaluationMessages.done;
  if (isRunning({ work })) return evaluationMessages.running(work.done, work.total);
  return work.status === 'failed' ? evaluationMessages.failed(work.error ?? '') : evaluationMessages.cancelled;
}

const columns: Column<ListedEvaluation>[] = [
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

const getRowActions = ({ id }: ListedEvaluation): readonly RowAction[] => [
  { label: evaluationMessages.open, icon: <OpenIcon />, to: `/evaluation/${id}` },
];

export function EvaluationsPage() {
  const evaluations = useEvaluations();
  const params = useUrlParams(urlParams);
  const { task: taskId } = params.values;
  const matches = useCallback(
    ({ tasks = [] }: ListedEvaluation) => taskId === '' || tasks.some(({ id }) => id === taskId),
    [taskId],
  );
  const list = useLoadedList({ query: evaluations, params, matches });
  const tasks = useMemo(() => {
    const names = new Map(
      (evaluations.data ?? []).flatMap((row) => listMeasuredTasks(row).map(({ id, name }) => [id, name] as const)),
    );
    return [...names].map(([value, label]) => ({ value, label }));
  }, [evaluations.data]);
  const creation = useWrite({
    send: createEvaluation,
    success: evaluationMessages.createdNotice,
    failure: evaluationMessages.createFailed,
    changes: () => evaluationChanges,
  });
  return (
    <Page title={evaluationMessages.listTitle}>
      <ListSection
        title={evaluationMessages.listTitle}
        hasCount
        list={list}
        columns={columns}
        rowActions={getRowActions}
        empty={evaluationMessages.none}
        noMatch={evaluationMessages.noneForTask}
        actions={
          <Permitted<'POST /annotate/v2/evaluation'> permission="train">
            <Button icon={<AddIcon />} disabledFocusable={creation.isPending} onClick={() => void creation.send()}>
              {evaluationMessages.create}
            </Button>
          </Permitted>
        }
      >
        {(tasks.length > 0 || taskId !== '') && (
          <PickerField
            label={evaluationMessages.task}
            placeholder={evaluationMessages.anyTask}
            value={taskId}
            choices={[{ value: '', label: evaluationMessages.anyTask }, ...tasks]}
            onChange={(value) => list.set({ task: value })}
          />
        )}
      </ListSection>
    </Page>
  );
}
