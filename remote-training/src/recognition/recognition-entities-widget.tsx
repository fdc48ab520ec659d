import { useSession } from '@console/shared-auth';
import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { Badge, ColorSwatch, EvaluationIcon, formatScore, makeStyles, OpenIcon, tokens } from '@console/shared-ui/basics';
import { DialogSlot, useUrlParams, useDialog, useWrite } from '@console/shared-ui/pages';
import { EditableRows, defineRowListParams } from '@console/shared-ui/rows';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { messages } from '../messages';
import { ModelsDialog } from '../models/models-dialog';
import { changesOf, trainTask, useCannotTrain } from '../models/models.queries';
import { downloadAction, trainAction } from '../models/task-actions';
import { seenLast, trainColumn } from '../models/train-status';
import { useModelDownload } from '../models/use-model-download';
import { countColumn } from '../tasks-and-labels';
import { LabelForm } from './label-form';
import {
  labelChanges,
  labelsHeld,
  removeLabel,
  removeTask,
  taskChanges,
  useLabelsWithCounts,
  useRecognitionTasks,
} from './recognition.queries';
import { TaskForm } from './task-form';

const words = messages.recognition;
const trainChanges = changesOf('recognition');
const tasksAddress = defineRowListParams(['type', 'labels', 'status', 'score'], 'recognition-task-');
const labelsAddress = defineRowListParams(['type', 'images', 'objects', 'tasks'], 'recognition-label-');
const useStyles = makeStyles({
  widget: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

const taskColumnsOf = (seen: number | null): Column<RecognitionTask>[] => [
  {
    id: 'type',
    header: messages.columns.type,
    cell: (task) => words.taskTypes[task.type],
    sortValue: (task) => words.taskTypes[task.type],
    width: '144px',
  },
  countColumn('labels', messages.columns.labelsCount, (task) => task.labels.length),
  trainColumn(seen),
  {
    id: 'score',
    header: words.score,
    cell: ({ score }) => <span title={words.scoreLong}>{formatScore(score)}</span>,
    sortValue: ({ score }) => score,
    align: 'end',
    width: '96px',
  },
];

const boundsOf = ({ min_value: least, max_value: most }: RecognitionLabel) =>
  least === null && most === null ? '' : ` ${least ?? '…'} – ${most ?? '…'}`;
const labelColumns: Column<RecognitionLabel>[] = [
  {
    id: 'type',
    header: messages.columns.type,
    cell: (label) => (
      <span>
        {words.labelTypes[label.type]}
        {boundsOf(label)} {label.negative_for_task && <Badge appearance="tint">{words.negative}</Badge>}
      </span>
    ),
    sortValue: (label) => label.type,
    width: '208px',
  },
  { id: 'color', header: messages.columns.color, cell: (label) => <ColorSwatch color={label.color ?? ''} />, width: '96px' },
  countColumn('images', messages.columns.images, (label) => label.images_count),
  countColumn('objects', messages.columns.objects, (label) => label.objects_count),
  countColumn('tasks', messages.columns.tasks, (label) => label.tasks_count),
];
const labelActions = (label: RecognitionLabel): readonly RowAction[] => [
  { label: words.openLabel, icon: <OpenIcon />, to: `/label/${label.id}` },
];
const ofLabel = ({ images_count: images, objects_count: objects }: RecognitionLabel) =>
  images + objects > 0 ? words.labelRemoval(images, objects) : undefined;
const ofTask = (task: RecognitionTask) =>
  task.labels.some(({ negative_for_task: negativeFor }) => negativeFor === task.id) ? words.taskRemoval : undefined;

/** The widget `recognition-entities`: tasks and labels of recognition, made, edited and deleted. */
export function RecognitionEntitiesWidget() {
  const styles = useStyles();
  const tasks = useRecognitionTasks();
  const seen = seenLast(tasks);
  const taskColumns = useMemo(() => taskColumnsOf(seen), [seen]);
  const labels = useLabelsWithCounts();
  const models = useDialog<RecognitionTask>();
  const canDownload = useSession().user?.can_download_model === true;
  const { send: download, isPendingFor: isDownloading } = useModelDownload('recognition');
  const { send: train, isPendingFor } = useWrite({
    send: ({ id }: RecognitionTask) => trainTask('recognition', id),
    success: messages.detection.trainQueued,
    failure: messages.detection.trainFailed,
    changes: () => trainChanges,
    getKey: ({ id }) => id,
  });
  const cannotTrain = useCannotTrain('recognition', (tasks.data?.length ?? 0) > 0);
  const taskActions = useCallback(
    (task: RecognitionTask): readonly RowAction[] => [
      trainAction(task, task.labels.length, cannotTrain, isPendingFor(task.id), () => void train(task)),
      { label: messages.models.action, icon: <EvaluationIcon />, onClick: () => models.open(task) },
      ...(canDownload ? [downloadAction(isDownloading(task.id), () => void download({ task: task.id, name: task.name }))] : []),
    ],
    [models, train, cannotTrain, isPendingFor, canDownload, download, isDownloading],
  );
  return (
    <div className={styles.widget}>
      <EditableRows
        title={words.tasks}
        noun="task"
        rows={tasks}
        list={useUrlParams(tasksAddress)}
        columns={taskColumns}
        rowActions={taskActions}
        actionsWidth={canDownload ? '184px' : '152px'}
        empty={words.noTasks}
        form={(form) => <TaskForm {...form} tasks={tasks.data ?? []} />}
        deleteRow={removeTask}
        deletionNote={ofTask}
        changes={taskChanges}
      />
      <EditableRows
        title={words.labels}
        noun="label"
        rows={labels}
        list={useUrlParams(labelsAddress)}
        columns={labelColumns}
        rowActions={labelActions}
        empty={words.noLabels}
        form={(form) => <LabelForm {...form} labels={labels.data ?? []} />}
        deleteRow={removeLabel}
        deletionNote={ofLabel}
        changes={labelChanges}
        updatedLists={labelsHeld}
      />
      <DialogSlot of={models}>
        {(task, close) => <ModelsDialog domain="recognition" task={task} trainWords={messages.detection} onClose={close} />}
      </DialogSlot>
    </div>
  );
}
