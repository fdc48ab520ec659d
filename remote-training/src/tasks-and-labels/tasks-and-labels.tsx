import { permissionOf, useCanCall } from '@console/shared-auth';
import { EvaluationIcon, RulesIcon, SegmentationIcon, useCanOpen, VerifiedIcon } from '@console/shared-ui/basics';
import { defineUrlParams, DialogSlot, param, SectionLinks, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { EditableRows, ManageSection, type PickItem, type RowFormProps, defineRowListParams } from '@console/shared-ui/rows';
import type { RowAction } from '@console/shared-ui/table';
import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react';
import { messages } from '../messages';
import { ruleMessages } from './quality-rules/rule-messages';
import { trainingMessages } from '../models/training-messages';
import { tasksAndLabelsMessages } from './tasks-and-labels-messages';
import { createLabelColumns, createTaskColumns } from './columns';
import { LabelForm } from './label-form';
import { useTrainingBlockers } from '../models/models.queries';
import { useTrain } from '../models/use-train';
import { TaskForm } from './task-form';
import { createMapAction, createTrainAction } from '../models/task-actions';
import { getLastSeen } from '../models/train-status';
import {
  getDomainChanges,
  getUpdatedLabelLists,
  createLabelCalls,
  changeTaskLabel,
  createTaskCalls,
  useLabels,
  useTasks,
} from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

// Loaded when they are opened, because few users open these dialogs.
const ModelsDialog = lazy(async () => ({ default: (await import('../models/dialog/models-dialog')).ModelsDialog }));
const RulesDialog = lazy(async () => ({ default: (await import('./quality-rules/rules-dialog')).RulesDialog }));

const taskListParams = defineRowListParams(['labels', 'status', 'map'], 'task-');
const labelListParams = defineRowListParams(['objects', 'images', 'tasks'], 'label-');
const manageParams = defineUrlParams({ task: param.id() });

interface TasksAndLabelsProps<Task extends TrainingTask, Label extends TrainingLabel> {
  kind: TrainingKind<Task, Label>;
  /** Row actions in addition to Train, Edit and Delete. Memoize the function: a new function renders the table again. */
  taskActions?: (task: Task) => readonly RowAction[];
  /** Renders more content for the task that is selected in Manage. */
  renderTaskDetails?: (task: Task) => ReactNode;
}

/** Page content for detection or segmentation: lists of tasks and labels, training, and the assignment of labels to tasks. */
export function TasksAndLabels<Task extends TrainingTask, Label extends TrainingLabel>({
  kind,
  taskActions,
  renderTaskDetails,
}: TasksAndLabelsProps<Task, Label>) {
  const { domain, messages: kindMessages } = kind;
  const tasks = useTasks(kind);
  const { all: labels, first: firstLabels } = useLabels(kind);
  const { send: train, isPendingFor } = useTrain(domain, kindMessages, getDomainChanges(domain).tasks);
  // Fetch this data after the lists, because the rows are usable without it.
  const trainingBlockers = useTrainingBlockers(domain, (tasks.data?.length ?? 0) > 0 && labels.data !== undefined);
  const calls = useMemo(() => ({ task: createTaskCalls(domain), label: createLabelCalls(domain) }), [domain]);
  const lastSeen = getLastSeen(tasks);
  const columns = useMemo(
    () => ({ tasks: createTaskColumns(kind, lastSeen), labels: createLabelColumns(kind) }),
    [kind, lastSeen],
  );
  const changes = useMemo(() => getDomainChanges(domain), [domain]);
  const manageState = useUrlParams(manageParams);
  const taskList = useUrlParams(taskListParams);
  const labelList = useUrlParams(labelListParams);
  const canManage = useCanCall<'POST /detection/v2/task/{id}/add-label'>('manage');
  const canOpenQuality = useCanOpen('/quality');
  const canOpenMap = useCanOpen('/map');
  const models = useDialog<Task>();
  const rules = useDialog<Task>();
  const getTaskActions = useCallback(
    (task: Task): readonly RowAction[] => [
      createTrainAction(task, kind.getLabels(task).length, trainingBlockers, isPendingFor(task.id), () => void train(task)),
      { label: trainingMessages.models, icon: <EvaluationIcon />, onClick: () => models.open(task) },
      {
        label: ruleMessages.action,
        icon: <RulesIcon />,
        onClick: () => rules.open(task),
        permission: permissionOf<'POST /annotate/v2/rule-violation/check'>('manage'),
      },
      ...(canOpenQuality ? [{ label: messages.quality, icon: <VerifiedIcon />, to: `/quality?task=${task.id}` }] : []),
      ...(canOpenMap ? [createMapAction(domain, kind.getLabels(task))] : []),
      ...(taskActions?.(task) ?? []),
    ],
    [isPendingFor, train, trainingBlockers, taskActions, models, rules, kind, domain, canOpenQuality, canOpenMap],
  );

  return (
    <>
      <SectionLinks
        label={messages.onThisPage}
        sections={[
          { anchor: 'tasks', title: tasksAndLabelsMessages.tasks, count: tasks.data?.length },
          { anchor: 'labels', title: tasksAndLabelsMessages.labels, count: labels.data?.length },
          ...(canManage ? [{ anchor: 'manage', title: tasksAndLabelsMessages.manageLink }] : []),
        ]}
      />
      <EditableRows
        title={tasksAndLabelsMessages.tasks}
        anchor="tasks"
        noun="task"
        rows={tasks}
        list={taskList}
        columns={columns.tasks}
        empty={kindMessages.noTasks}
        rowActions={getTaskActions}
        historyKind={`${domain}_task`}
        actionsWidth={`${216 + (taskActions ? 32 : 0) + (canOpenQuality ? 32 : 0) + (canOpenMap ? 32 : 0)}px`}
        form={(form: RowFormProps<Task>) => <TaskForm {...form} kind={kind} tasks={tasks.data ?? []} />}
        deletionNote={(task) => tasksAndLabelsMessages.taskDeletionNote(kind.getLabels(task).length)}
        dependentsCall={`GET /${domain}/v2/task/{id}/dependents`}
        deleteRow={calls.task.delete}
        changes={changes.tasks}
      />
      <EditableRows
        title={tasksAndLabelsMessages.labels}
        anchor="labels"
        noun="label"
        rows={labels}
        firstRows={firstLabels}
        list={labelList}
        columns={columns.labels}
        empty={kindMessages.noLabels}
        rowActions={getLabelActions}
        historyKind={`${domain}_label`}
        form={(form: RowFormProps<Label>) => <LabelForm {...form} kind={kind} labels={labels.data ?? []} />}
        deletionNote={kind.getDeletionNote}
        dependentsCall={`GET /${domain}/v2/label/{id}/dependents`}
        deleteRow={calls.label.delete}
        changes={changes.labels}
        updatedLists={getUpdatedLabelLists(domain)}
      />
      <ManageSection
        anchor="manage"
        tasks={tasks.data}
        members={labels.data}
        noun="label"
        pickedId={manageState.values.task}
        onPick={(task) => manageState.set({ task })}
        getMembers={kind.getLabels}
        onAdd={(task, label: PickItem) => changeTaskLabel(domain, 'add-label', task, label.id)}
        onRemove={(task, label: PickItem) => changeTaskLabel(domain, 'remove-label', task, label.id)}
      >
        {renderTaskDetails}
      </ManageSection>
      <DialogSlot dialog={rules}>
        {(task, close) => (
          <Suspense>
            <RulesDialog domain={domain} task={task} labels={kind.getLabels(task).map(({ id }) => id)} onClose={close} />
          </Suspense>
        )}
      </DialogSlot>
      <DialogSlot dialog={models}>
        {(task, close) => (
          <Suspense>
            <ModelsDialog
              domain={domain}
              task={{ id: task.id, name: task.name, labels: kind.getLabels(task) }}
              trainMessages={kindMessages}
              onClose={close}
            />
          </Suspense>
        )}
      </DialogSlot>
    </>
  );
}

/** Returns the link to the page with all shapes of a label. */
const getLabelActions = ({ id }: { id: string }): readonly RowAction[] => [
  { label: tasksAndLabelsMessages.showShapes, icon: <SegmentationIcon />, to: `/shapes?labels=${id}` },
];
