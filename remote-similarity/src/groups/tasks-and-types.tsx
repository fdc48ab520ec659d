import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { EditableRows, ManageSection, type RowFormProps, defineRowListParams } from '@console/shared-ui/rows';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';
import { TaskForm, TypeForm } from './forms';
import { setTypeOfTask, taskWrites, typeWrites, useSimilarityTasks, useSimilarityTypes } from './groups.queries';

const words = messages.groups;
const tasksInAddress = defineRowListParams([], 'task-');
const typesInAddress = defineRowListParams([], 'type-');
const manageInAddress = defineUrlParams({ task: param.id() });

const taskColumns: Column<SimilarityTask>[] = [
  { id: 'types', header: messages.columns.types, cell: (task) => task.types.map((type) => type.name).join(', ') || '–' },
];
const typeColumns: Column<SimilarityType>[] = [];
const taskChanges = [{ topic: 'similarity-tasks' }] as const;
const typeChanges = [{ topic: 'similarity-types' }] as const;
const taskForm = (form: RowFormProps<SimilarityTask>) => <TaskForm {...form} />;
const typeForm = (form: RowFormProps<SimilarityType>) => <TypeForm {...form} />;

/** Similarity tasks, the types that groups are of, and which task learns which types. */
export function TasksAndTypes() {
  const tasks = useSimilarityTasks();
  const types = useSimilarityTypes();
  const taskList = useUrlParams(tasksInAddress);
  const typeList = useUrlParams(typesInAddress);
  const managed = useUrlParams(manageInAddress);
  return (
    <>
      <EditableRows
        title={words.tasks}
        anchor="tasks"
        noun="task"
        rows={tasks}
        list={taskList}
        columns={taskColumns}
        empty={words.noTasks}
        form={taskForm}
        deleteRow={taskWrites.remove}
        changes={taskChanges}
      />
      <EditableRows
        title={words.types}
        anchor="types"
        noun="type"
        rows={types}
        list={typeList}
        columns={typeColumns}
        empty={words.noTypes}
        form={typeForm}
        deleteRow={typeWrites.remove}
        deletionNote={({ groups_count: count }) => (count ? words.typeIsLost(count) : undefined)}
        changes={typeChanges}
      />
      <ManageSection
        anchor="manage"
        tasks={tasks.data}
        members={types.data}
        noun="type"
        pickedId={managed.values.task}
        onPick={(task) => managed.set({ task })}
        getMembers={(task) => task.types}
        onAdd={(task, { id }) => setTypeOfTask('add-type', task, id)}
        onRemove={(task, { id }) => setTypeOfTask('remove-type', task, id)}
      />
    </>
  );
}
