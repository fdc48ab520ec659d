import {
  api,
  deleteCachedRow,
  upsertCachedRow,
  createRowCalls,
  useWorkspaceQuery,
  type ChangeSetOption,
} from '@console/shared-auth';
import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { compareByName } from '@console/shared-ui/basics';
import { toNameChange } from '../name-change';
import { fullListOptions, useTasks } from '../tasks-and-labels';

/** All recognition tasks of the workspace, sorted by name, with the state of trainings. */
export const useRecognitionTasks = () =>
  useTasks({
    domain: 'recognition',
    loadTasks: (scope) => api.all('GET /recognition/v2/task/', { ...fullListOptions, ...scope }),
  });

const ALL_LABELS = ['recognition', 'labels', 'all'] as const;
/** Lists that label writes update in the cache, so that they are not refetched. */
export const updatedLabelLists: readonly WorkspaceKey[] = [ALL_LABELS];

/** All recognition labels of the workspace with their counts, sorted by name. */
export function useLabelsWithCounts() {
  return useWorkspaceQuery({
    key: ALL_LABELS,
    load: async (scope) => (await api.all('GET /recognition/v2/label/', { ...fullListOptions, ...scope })).sort(compareByName),
  });
}

export const taskChanges: readonly Change[] = [{ topic: 'recognition-tasks' }, { topic: 'recognition-labels' }];
export const labelChanges: readonly Change[] = [{ topic: 'recognition-labels' }, { topic: 'recognition-tasks' }];

const tasks = createRowCalls('recognition/v2/task');
const labels = createRowCalls('recognition/v2/label');

export interface TaskValues {
  name: string;
  description: string;
  type: RecognitionTask['type'];
}

/** Creates a task if `task` is null, otherwise updates it. The type of an existing task cannot be changed. */
export const saveTask = (task: RecognitionTask | null, { name, description, type }: TaskValues) =>
  task ? tasks.update(task.id, { name, description, version: task.version }) : tasks.create({ name, description, type });

export interface LabelValues {
  name: string;
  description: string;
  type: RecognitionLabel['type'];
  color: string;
  /** Shortcut key. If it is null, a new label gets the first free digit, and an existing label loses its key. */
  key: string | null;
  /** Bounds of a value label. `null` means no bound. */
  min_value: number | null;
  max_value: number | null;
}

/** Creates a label if `label` is null, otherwise updates it. The type of an existing label cannot be changed. */
export async function saveLabel(label: RecognitionLabel | null, values: LabelValues): Promise<void> {
  const { name, description, color, key, type, min_value, max_value } = values;
  const bounds = (label?.type ?? type) === 'value' ? { min_value, max_value } : {};
  const savedLabel = label
    ? await labels.update(label.id, { ...toNameChange(label, name), description, color, key, ...bounds, version: label.version })
    : await labels.create({ name, description, color, key, type, ...bounds });
  upsertCachedRow<RecognitionLabel>(savedLabel, compareByName, ...ALL_LABELS);
}

export const deleteTask = ({ id }: RecognitionTask, options: ChangeSetOption) => tasks.remove(id, options);
export async function deleteLabel({ id }: RecognitionLabel, options: ChangeSetOption): Promise<void> {
  await labels.remove(id, options);
  deleteCachedRow(id, ...ALL_LABELS);
}
