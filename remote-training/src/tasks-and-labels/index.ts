export { createCountColumn, scoreColumn } from './columns';
export { TasksAndLabels } from './tasks-and-labels';
export { refreshTasks, useTasks } from './tasks-and-labels.queries';
export { type LabelFormValues, type TrainingKind, fullListOptions } from './training-kind';
