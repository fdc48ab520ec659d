import { EvaluationIcon } from '@console/shared-ui/basics';
import { defineUrlParams, DialogSlot, param, SectionLinks, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { EditableRows, ManageSection, type PickItem, type RowFormProps, defineRowListParams } from '@console/shared-ui/rows';
import type { RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo, type ReactNode } from 'react';
import { messages } from '../messages';
import { labelColumnsOf, taskColumnsOf } from './columns';
import { LabelForm } from './label-form';
import { ModelsDialog } from '../models/models-dialog';
import { useCannotTrain } from '../models/models.queries';
import { TaskForm } from './task-form';
import { trainAction } from '../models/task-actions';
import { seenLast } from '../models/train-status';
import { changesOf, labelsHeld, labelWrites, setLabelOfTask, taskWrites, useLabels, useTasks } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';
import { useTrain } from './use-train';

const tasksInAddress = defineRowListParams(['labels', 'status', 'map'], 'task-');
const labelsInAddress = defineRowListParams(['objects', 'images', 'tasks'], 'label-');
const manageInAddress = defineUrlParams({ task: param.id() });

export interface TasksAndLabelsProps<Task extends TrainingTask, Label extends TrainingLabel> {
  kind: TrainingKind<Task, Label>;
  /** Actions of a task besides Train, Edit and Delete; stable, or the table is drawn anew with every drawing. */
  taskActions?: (task: Task) => readonly RowAction[];
  /** More about the task that is being managed. */
  aboutTask?: (task: Task) => ReactNode;
}

/** Tasks and labels of detection or segmentation: made, edited, deleted, put together and trained. */
export function TasksAndLabels<Task extends TrainingTask, Label extends TrainingLabel>({
  kind,
  taskActions,
  aboutTask,
}: TasksAndLabelsProps<Task, Label>) {
  const { domain, words } = kind;
  const tasks = useTasks(kind);
  const { all: labels, first: firstLabels } = useLabels(kind);
  const { send: train, isPendingFor } = useTrain(kind);
  // The last that is read: the rows are of use without it.
  const cannotTrain = useCannotTrain(domain, (tasks.data?.length ?? 0) > 0 && labels.data !== undefined);
  const writes = useMemo(() => ({ task: taskWrites(domain), label: labelWrites(domain) }), [domain]);
  const seen = seenLast(tasks);
  const columns = useMemo(() => ({ tasks: taskColumnsOf(kind, seen), labels: labelColumnsOf(kind) }), [kind, seen]);
  const changes = useMemo(() => changesOf(domain), [domain]);
  const managed = useUrlParams(manageInAddress);
  const taskList = useUrlParams(tasksInAddress);
  const labelList = useUrlParams(labelsInAddress);
  const models = useDialog<Task>();
  const actionsOf = useCallback(
    (task: Task): readonly RowAction[] => [
      trainAction(task, kind.labelsOf(task).length, cannotTrain, isPendingFor(task.id), () => void train(task)),
      { label: messages.models.action, icon: <EvaluationIcon />, onClick: () => models.open(task) },
      ...(taskActions?.(task) ?? []),
    ],
    [isPendingFor, train, cannotTrain, taskActions, models, kind],
  );

  return (
    <>
      <SectionLinks
        label={messages.onThisPage}
        sections={[
          { anchor: 'tasks', title: messages.tasks, count: tasks.data?.length },
          { anchor: 'labels', title: messages.labels, count: labels.data?.length },
          { anchor: 'manage', title: messages.manageLink },
        ]}
      />
      <EditableRows
        title={messages.tasks}
        anchor="tasks"
        noun="task"
        rows={tasks}
        list={taskList}
        columns={columns.tasks}
        empty={words.noTasks}
        rowActions={actionsOf}
        actionsWidth={taskActions ? '184px' : '152px'}
        form={(form: RowFormProps<Task>) => <TaskForm {...form} kind={kind} tasks={tasks.data ?? []} />}
        deletionNote={(task) => messages.detection.taskRemoval(kind.labelsOf(task).length)}
        deleteRow={writes.task.remove}
        changes={changes.tasks}
      />
      <EditableRows
        title={messages.labels}
        anchor="labels"
        noun="label"
        rows={labels}
        firstRows={firstLabels}
        list={labelList}
        columns={columns.labels}
        empty={words.noLabels}
        form={(form: RowFormProps<Label>) => <LabelForm {...form} kind={kind} labels={labels.data ?? []} />}
        deletionNote={kind.removalNote}
        deleteRow={writes.label.remove}
        changes={changes.labels}
        updatedLists={labelsHeld(domain)}
      />
      <ManageSection
        anchor="manage"
        tasks={tasks.data}
        members={labels.data}
        noun="label"
        pickedId={managed.values.task}
        onPick={(task) => managed.set({ task })}
        getMembers={kind.labelsOf}
        onAdd={(task, label: PickItem) => setLabelOfTask(domain, 'add-label', task, label.id)}
        onRemove={(task, label: PickItem) => setLabelOfTask(domain, 'remove-label', task, label.id)}
      >
        {aboutTask}
      </ManageSection>
      <DialogSlot of={models}>
        {(task, close) => (
          <ModelsDialog
            domain={domain}
            task={{ id: task.id, name: task.name, labels: kind.labelsOf(task) }}
            trainWords={words}
            onClose={close}
          />
        )}
      </DialogSlot>
    </>
  );
}
