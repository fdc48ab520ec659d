import { permissionOf, useSession } from '@console/shared-auth';
import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import {
  Badge,
  ColorSwatch,
  EvaluationIcon,
  makeStyles,
  OpenIcon,
  RulesIcon,
  tokens,
  useCanOpen,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { DialogSlot, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { EditableRows, defineRowListParams } from '@console/shared-ui/rows';
import type { Column, RowAction } from '@console/shared-ui/table';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { keyColumn } from '../label-key/key-column';
import { messages } from '../messages';
import { trainNotices, trainingMessages } from '../models/training-messages';
import { recognitionMessages } from './recognition-messages';
import { getScoreRank, TaskScore } from './task-score';
import { getModelChanges, useTrainingBlockers } from '../models/models.queries';
import { useTrain } from '../models/use-train';
import { createDownloadAction, createMapAction, createTrainAction } from '../models/task-actions';
import { getLastSeen, createTrainColumn } from '../models/train-status';
import { useModelDownload } from '../models/use-model-download';
import { createCountColumn } from '../tasks-and-labels';
import { ruleMessages } from '../tasks-and-labels/quality-rules/rule-messages';
import { LabelForm } from './label-form';
import {
  labelChanges,
  updatedLabelLists,
  deleteLabel,
  deleteTask,
  taskChanges,
  useLabelsWithCounts,
  useRecognitionTasks,
} from './recognition.queries';
import { TaskForm } from './task-form';

const trainChanges = getModelChanges('recognition');
const taskListParams = defineRowListParams(['type', 'labels', 'status', 'score'], 'recognition-task-');
const labelListParams = defineRowListParams(['type', 'images', 'objects', 'tasks'], 'recognition-label-');
const useStyles = makeStyles({
  widget: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

const createTaskColumns = (lastSeen: number | null): Column<RecognitionTask>[] => [
  {
    id: 'type',
    header: messages.columns.type,
    cell: (task) => recognitionMessages.taskTypes[task.type],
    sortValue: (task) => recognitionMessages.taskTypes[task.type],
    width: '144px',
  },
  createCountColumn('labels', messages.columns.labelsCount, (task) => task.labels.length),
  createTrainColumn(lastSeen),
  {
    id: 'score',
    header: recognitionMessages.score,
    cell: (task) => <TaskScore type={task.type} score={task.score} />,
    sortValue: getScoreRank,
    align: 'end',
    width: '160px',
  },
];

const formatBounds = ({ min_value: min, max_value: max }: RecognitionLabel) =>
  min === null && max === null ? '' : ` ${min ?? '…'} – ${max ?? '…'}`;
const labelColumns: Column<RecognitionLabel>[] = [
  {
    id: 'type',
    header: messages.columns.type,
    cell: (label) => (
      <span>
        {recognitionMessages.labelTypes[label.type]}
        {formatBounds(label)} {label.negative_for_task && <Badge appearance="tint">{recognitionMessages.negative}</Badge>}
      </span>
    ),
    sortValue: (label) => label.type,
    width: '208px',
  },
  { id: 'color', header: messages.columns.color, cell: (label) => <ColorSwatch color={label.color ?? ''} />, width: '96px' },
  keyColumn,
  createCountColumn('images', messages.columns.images, (label) => label.images_count),
  createCountColumn('objects', messages.columns.objects, (label) => label.objects_count),
  createCountColumn('tasks', messages.columns.tasks, (label) => label.tasks_count),
];
const getLabelActions = (label: RecognitionLabel): readonly RowAction[] => [
  { label: recognitionMessages.openLabel, icon: <OpenIcon />, to: `/label/${label.id}` },
];
const getLabelDeletionNote = ({ images_count: images, objects_count: objects }: RecognitionLabel) =>
  images + objects > 0 ? recognitionMessages.labelDeletionNote(images, objects) : undefined;
const getTaskDeletionNote = (task: RecognitionTask) =>
  task.labels.some(({ negative_for_task: negativeFor }) => negativeFor === task.id)
    ? recognitionMessages.taskDeletionNote
    : undefined;

// Loaded when they are opened, because few users open these dialogs.
const RulesDialog = lazy(async () => ({ default: (await import('../tasks-and-labels/quality-rules/rules-dialog')).RulesDialog }));
const ModelsDialog = lazy(async () => ({ default: (await import('../models/dialog/models-dialog')).ModelsDialog }));

/** The widget `recognition-entities`: creates, edits, trains and deletes recognition tasks and labels. */
export function RecognitionEntitiesWidget() {
  const styles = useStyles();
  const tasks = useRecognitionTasks();
  const lastSeen = getLastSeen(tasks);
  const taskColumns = useMemo(() => createTaskColumns(lastSeen), [lastSeen]);
  const labels = useLabelsWithCounts();
  const models = useDialog<RecognitionTask>();
  const rules = useDialog<RecognitionTask>();
  const canDownload = useSession().user?.can_download_model === true;
  const canOpenQuality = useCanOpen('/quality');
  const canOpenMap = useCanOpen('/map');
  const { send: download, isPendingFor: isDownloading } = useModelDownload('recognition');
  const { send: train, isPendingFor } = useTrain('recognition', trainNotices, trainChanges);
  const trainingBlockers = useTrainingBlockers('recognition', (tasks.data?.length ?? 0) > 0);
  const getTaskActions = useCallback(
    (task: RecognitionTask): readonly RowAction[] => [
      createTrainAction(task, task.labels.length, trainingBlockers, isPendingFor(task.id), () => void train(task)),
      { label: trainingMessages.models, icon: <EvaluationIcon />, onClick: () => models.open(task) },
      {
        label: ruleMessages.action,
        icon: <RulesIcon />,
        onClick: () => rules.open(task),
        permission: permissionOf<'POST /annotate/v2/rule-violation/check'>('manage'),
      },
      ...(canOpenQuality ? [{ label: messages.quality, icon: <VerifiedIcon />, to: `/quality?task=${task.id}` }] : []),
      ...(canOpenMap ? [createMapAction('recognition', task.labels)] : []),
      ...(canDownload
        ? [createDownloadAction(isDownloading(task.id), () => void download({ task: task.id, name: task.name }))]
        : []),
    ],
    [models, rules, train, trainingBlockers, isPendingFor, canDownload, canOpenQuality, canOpenMap, download, isDownloading],
  );
  return (
    <div className={styles.widget}>
      <EditableRows
        title={recognitionMessages.tasks}
        noun="task"
        rows={tasks}
        list={useUrlParams(taskListParams)}
        columns={taskColumns}
        rowActions={getTaskActions}
        actionsWidth={`${184 + (canDownload ? 32 : 0) + (canOpenQuality ? 32 : 0) + (canOpenMap ? 32 : 0)}px`}
        empty={recognitionMessages.noTasks}
        form={(form) => <TaskForm {...form} tasks={tasks.data ?? []} />}
        deleteRow={deleteTask}
        deletionNote={getTaskDeletionNote}
        dependentsCall="GET /recognition/v2/task/{id}/dependents"
        changes={taskChanges}
      />
      <EditableRows
        title={recognitionMessages.labels}
        noun="label"
        rows={labels}
        list={useUrlParams(labelListParams)}
        columns={labelColumns}
        rowActions={getLabelActions}
        empty={recognitionMessages.noLabels}
        form={(form) => <LabelForm {...form} labels={labels.data ?? []} />}
        deleteRow={deleteLabel}
        deletionNote={getLabelDeletionNote}
        dependentsCall="GET /recognition/v2/label/{id}/dependents"
        changes={labelChanges}
        updatedLists={updatedLabelLists}
      />
      <DialogSlot dialog={rules}>
        {(task, close) => (
          <Suspense>
            <RulesDialog domain="recognition" task={task} labels={[]} onClose={close} />
          </Suspense>
        )}
      </DialogSlot>
      <DialogSlot dialog={models}>
        {(task, close) => (
          <Suspense>
            <ModelsDialog domain="recognition" task={task} trainMessages={trainNotices} onClose={close} />
          </Suspense>
        )}
      </DialogSlot>
    </div>
  );
}
