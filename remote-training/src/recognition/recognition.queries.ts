import { api, rowCalls, useWorkspaceQuery } from '@console/shared-auth';
import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';
import { byName } from '@console/shared-ui/basics';

const POLL_MS = 3000;
const isTraining = ({ last_train_status: status }: RecognitionTask) => status === 'QUEUED' || status === 'TRAINING';
const query = { page_size: MOST_ROWS_OF_PAGE };

/** All recognition tasks of the workspace, by name; read again every few seconds while a model of one is queued or trains. */
export function useRecognitionTasks() {
  return useWorkspaceQuery({
    key: ['recognition', 'tasks'],
    load: async (scope) => (await api.all('GET /recognition/v2/task/', { query, ...scope })).sort(byName),
    refetchInterval: ({ state }) => (state.data?.some(isTraining) ? POLL_MS : false),
  });
}

/** All recognition labels of the workspace with their counts, by name. */
export function useLabelsWithCounts() {
  return useWorkspaceQuery({
    key: ['recognition', 'labels', 'all'],
    load: async (scope) => (await api.all('GET /recognition/v2/label/', { query, ...scope })).sort(byName),
  });
}

export const taskChanges: readonly Change[] = [{ topic: 'recognition-tasks' }, { topic: 'recognition-labels' }];
export const labelChanges: readonly Change[] = [{ topic: 'recognition-labels' }, { topic: 'recognition-tasks' }];

const tasks = rowCalls('recognition/v2/task');
const labels = rowCalls('recognition/v2/label');

export interface TaskValues {
  name: string;
  description: string;
  type: RecognitionTask['type'];
}

/** What kind a task is of is said once, when it is made. */
export const saveTask = (task: RecognitionTask | null, { name, description, type }: TaskValues) =>
  task ? tasks.update(task.id, { name, description, version: task.version }) : tasks.create({ name, description, type });

export interface LabelValues {
  name: string;
  description: string;
  type: RecognitionLabel['type'];
  color: string;
  /** Of a label of type value; null: open. */
  min_value: number | null;
  max_value: number | null;
}

/** What type a label is of is said once, when it is made; only one of type value has bounds. */
export function saveLabel(label: RecognitionLabel | null, values: LabelValues) {
  const { name, description, color, type, min_value, max_value } = values;
  const bounds = (label?.type ?? type) === 'value' ? { min_value, max_value } : {};
  return label
    ? labels.update(label.id, { name, description, color, ...bounds, version: label.version })
    : labels.create({ name, description, color, type, ...bounds });
}

export const removeTask = ({ id }: RecognitionTask) => tasks.remove(id);
export const removeLabel = ({ id }: RecognitionLabel) => labels.remove(id);
