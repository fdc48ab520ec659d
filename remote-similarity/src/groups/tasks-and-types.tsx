import { inputSizeOf, ManageSection, NamedRows } from '@console/shared-ui/named-rows';
import { messages } from '../messages';
import {
  refreshTasksAndTypes,
  setTypeOfTask,
  taskWrites,
  typeWrites,
  useSimilarityTasks,
  useSimilarityTypes,
} from './groups.queries';

const words = messages.groups;

/** Similarity tasks, the types that groups are of, and which task learns which types. */
export function TasksAndTypes() {
  const tasks = useSimilarityTasks();
  const types = useSimilarityTypes();
  return (
    <>
      <NamedRows
        title={words.tasks}
        noun="task"
        rows={tasks}
        columns={[
          {
            id: 'types',
            header: messages.columns.types,
            cell: (task) => task.types.map((type) => type.name).join(', ') || '–',
          },
        ]}
        empty={words.noTasks}
        valuesOf={(task) => ({ name: task?.name ?? '', inputSize: task ? inputSizeOf(task.training_params) : undefined })}
        writes={taskWrites}
        onChanged={refreshTasksAndTypes}
      />
      <NamedRows
        title={words.types}
        noun="type"
        // The platform's messages call every one of these a label.
        messageNoun="label"
        rows={types}
        empty={words.noTypes}
        valuesOf={(type) => ({ name: type?.name ?? '' })}
        writes={typeWrites}
        onChanged={refreshTasksAndTypes}
      />
      <ManageSection
        tasks={tasks.data}
        members={types.data}
        noun="type"
        membersOf={(task) => task.types}
        onAdd={(task, { id }) => setTypeOfTask('add-type', task, id)}
        onRemove={(task, { id }) => setTypeOfTask('remove-type', task, id)}
      />
    </>
  );
}
