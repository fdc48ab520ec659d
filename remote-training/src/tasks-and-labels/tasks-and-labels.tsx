import { nextLabelColor, TrainIcon } from '@console/shared-ui/basics';
import { inputSizeOf, ManageSection, NamedRows, type PickItem } from '@console/shared-ui/named-rows';
import type { RowAction } from '@console/shared-ui/table';
import { useMemo, type ReactNode } from 'react';
import { messages } from '../messages';
import { labelColumnsOf, taskColumnsOf } from './columns';
import { labelWrites, refresh, setLabelOfTask, taskWrites, useLabels, useTasks } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';
import { useTrain } from './use-train';

export interface TasksAndLabelsProps<Task extends TrainingTask, Label extends TrainingLabel> {
  kind: TrainingKind<Task, Label>;
  /** Actions of a task besides Train, Edit and Delete. */
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
  const labels = useLabels(kind);
  const { train, isAsking } = useTrain(kind);
  const writes = useMemo(() => ({ task: taskWrites(domain), label: labelWrites(domain) }), [domain]);
  const columns = useMemo(() => ({ tasks: taskColumnsOf(kind), labels: labelColumnsOf(kind) }), [kind]);
  const onChanged = () => void refresh(domain);

  return (
    <>
      <NamedRows
        title={messages.tasks}
        noun="task"
        rows={tasks}
        columns={columns.tasks}
        empty={words.noTasks}
        rowActions={(task) => [
          { label: messages.train, icon: <TrainIcon />, disabled: isAsking(task), onClick: () => train(task) },
          ...(taskActions?.(task) ?? []),
        ]}
        actionsWidth={taskActions ? '152px' : '128px'}
        valuesOf={(task) => ({
          name: task?.name ?? '',
          inputSize: task && kind.hasInputSize ? inputSizeOf(task.training_params) : undefined,
        })}
        writes={writes.task}
        onChanged={onChanged}
      />
      <NamedRows
        title={messages.labels}
        noun="label"
        rows={labels}
        columns={columns.labels}
        empty={words.noLabels}
        valuesOf={(label) => ({
          name: label?.name ?? '',
          color: label?.color ?? nextLabelColor((labels.data ?? []).map(({ color }) => color)),
        })}
        removalNote={kind.removalNote}
        writes={writes.label}
        onChanged={onChanged}
      />
      <ManageSection
        tasks={tasks.data}
        members={labels.data}
        noun="label"
        membersOf={kind.labelsOf}
        onAdd={(task, label: PickItem) => setLabelOfTask(domain, 'add-label', task, label.id)}
        onRemove={(task, label: PickItem) => setLabelOfTask(domain, 'remove-label', task, label.id)}
      >
        {aboutTask}
      </ManageSection>
    </>
  );
}
