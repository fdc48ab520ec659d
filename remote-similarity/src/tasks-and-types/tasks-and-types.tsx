import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { useCanOpen, VerifiedIcon } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { EditableRows, ManageSection, defineRowListParams } from '@console/shared-ui/rows';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { groupListMessages } from '../common/group-list-messages';
import { commonMessages } from '../common/common-messages';
import { TaskDialog, TypeDialog } from './forms';
import { changeTaskType, taskCalls, typeCalls, useSimilarityTasks, useSimilarityTypes } from './tasks-and-types.queries';

const groupsMessages = groupListMessages;
const taskListParams = defineRowListParams([], 'task-');
const typeListParams = defineRowListParams([], 'type-');
const manageParams = defineUrlParams({ task: param.id() });

const taskColumns: Column<SimilarityTask>[] = [
  { id: 'types', header: commonMessages.columns.types, cell: (task) => task.types.map((type) => type.name).join(', ') || '–' },
];
const typeColumns: Column<SimilarityType>[] = [];
const taskChanges = [{ topic: 'similarity-tasks' }] as const;
const typeChanges = [{ topic: 'similarity-types' }] as const;

/** Lists of similarity tasks and types, and the assignment of types to tasks. */
export function TasksAndTypes() {
  const tasks = useSimilarityTasks();
  const types = useSimilarityTypes();
  const manageState = useUrlParams(manageParams);
  const canOpenQuality = useCanOpen('/quality');
  const getTaskActions = useCallback(
    ({ id }: SimilarityTask): readonly RowAction[] =>
      canOpenQuality ? [{ label: groupsMessages.quality, icon: <VerifiedIcon />, to: `/quality?task=${id}` }] : [],
    [canOpenQuality],
  );
  return (
    <>
      <EditableRows
        title={groupsMessages.tasks}
        anchor="tasks"
        noun="task"
        rows={tasks}
        list={useUrlParams(taskListParams)}
        columns={taskColumns}
        rowActions={getTaskActions}
        empty={groupsMessages.noTasks}
        form={(form) => <TaskDialog {...form} />}
        deleteRow={({ id }, options) => taskCalls.remove(id, options)}
        dependentsCall="GET /similarity/training/v2/task/{id}/dependents"
        changes={taskChanges}
      />
      <EditableRows
        title={groupsMessages.types}
        anchor="types"
        noun="type"
        rows={types}
        list={useUrlParams(typeListParams)}
        columns={typeColumns}
        empty={groupsMessages.noTypes}
        form={(form) => <TypeDialog {...form} />}
        deleteRow={({ id }, options) => typeCalls.remove(id, options)}
        dependentsCall="GET /similarity/training/v2/type/{id}/dependents"
        deletionNote={({ groups_count: count }) => (count ? groupsMessages.typeDeletionNote(count) : undefined)}
        changes={typeChanges}
      />
      <ManageSection
        anchor="manage"
        tasks={tasks.data}
        members={types.data}
        noun="type"
        pickedId={manageState.values.task}
        onPick={(task) => manageState.set({ task })}
        getMembers={(task) => task.types}
        onAdd={(task, { id }) => changeTaskType('add-type', task, id)}
        onRemove={(task, { id }) => changeTaskType('remove-type', task, id)}
      />
    </>
  );
}
