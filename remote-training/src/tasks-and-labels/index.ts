export { countColumn, scoreColumn } from './columns';
export { TasksAndLabels } from './tasks-and-labels';
export { refresh } from './tasks-and-labels.queries';
export { type TrainingKind, wholeList } from './training-kind';
