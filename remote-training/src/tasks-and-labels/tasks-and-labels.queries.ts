import {
  announce,
  announceExcept,
  api,
  deleteCachedRow,
  upsertCachedRow,
  replaceCachedRow,
  createRowCalls,
  useWorkspace,
  useWorkspaceQuery,
  type ChangeSetOption,
  type QueryScope,
} from '@console/shared-auth';
import type { ModelDomain } from '@console/shared-contract/api';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import type { AttributeDefinition, ShapeFlag } from '@console/shared-contract/shape-attributes';
import { compareByName } from '@console/shared-ui/basics';
import { withInputSize } from '@console/shared-ui/rows';
import { useState } from 'react';
import { getFlagsToLeaveOut } from '../label-attributes/leave-out';
import { isTrainingInProgress, TRAINING_WORK } from '../models/training-state';
import { toNameChange } from '../name-change';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

type AnyTrainingKind<Task extends TrainingTask = TrainingTask, Label extends TrainingLabel = TrainingLabel> = TrainingKind<
  Task,
  Label
>;
type Domain = AnyTrainingKind['domain'];

const POLL_MS = 3000;

/** All tasks of a domain, sorted by name, with the state of trainings. */
export function useTasks<Task extends Pick<TrainingTask, 'name' | 'last_train_status'>>({
  domain,
  loadTasks,
}: {
  domain: ModelDomain;
  loadTasks: (scope: QueryScope) => Promise<Task[]>;
}) {
  return useWorkspaceQuery({
    key: [domain, 'tasks'],
    load: async (scope) => (await loadTasks(scope)).sort(compareByName),
    progress: {
      kinds: TRAINING_WORK,
      isActive: (tasks) => tasks.some((task) => isTrainingInProgress(task.last_train_status)),
      pollMs: POLL_MS,
    },
  });
}

/** All labels of the workspace, sorted by name. `first` has the first page while the other pages are loading. */
export function useLabels<Label extends TrainingLabel>({
  domain,
  loadLabels,
}: Pick<AnyTrainingKind<TrainingTask, Label>, 'domain' | 'loadLabels'>) {
  const { workspaceId } = useWorkspace();
  const [firstPage, setFirstPage] = useState<{ workspaceId: string | null; rows: readonly Label[] } | null>(null);
  const allLabels = useWorkspaceQuery({
    key: [domain, 'labels'],
    load: async (scope) => {
      const onFirstRows = (rows: readonly Label[]) => setFirstPage({ workspaceId: scope.workspace, rows });
      return (await loadLabels({ ...scope, onFirstRows })).sort(compareByName);
    },
  });
  return { all: allLabels, first: firstPage?.workspaceId === workspaceId ? firstPage?.rows : undefined };
}

interface TrainingSettings {
  inputSize: number | undefined;
  /** Trainings leave out shapes with one of these flags. */
  leaveOut: readonly ShapeFlag[];
}

/** Returns the calls that create, update and delete tasks. */
export function createTaskCalls(domain: Domain) {
  const calls = createRowCalls(`${domain}/v2/task`);
  return {
    create: (name: string) => calls.create({ name }),
    /** If `inputSize` is undefined, the stored size does not change. Unchanged settings are not sent. */
    update: (task: TrainingTask, name: string, { inputSize, leaveOut }: TrainingSettings) => {
      const { id, version, training_params: params } = task;
      const sizedParams = withInputSize(params, inputSize);
      const leavesOutSameFlags = getFlagsToLeaveOut(params).join() === leaveOut.join();
      const newParams = leavesOutSameFlags ? sizedParams : { ...(sizedParams ?? params), leave_out: [...leaveOut] };
      return calls.update(id, { name, version, training_params: newParams });
    },
    delete: ({ id }: TrainingTask, options: ChangeSetOption) => calls.remove(id, options),
  };
}

interface LabelValues {
  name: string;
  color: string;
  /** Shortcut key. If it is null, a new label gets the first free digit, and an existing label loses its key. */
  key: string | null;
  /** Missing if the template does not change. */
  skeleton?: SkeletonTemplate | null;
  attributes: AttributeDefinition[];
}

/** Returns the calls that create, update and delete labels. They update the cached list, because refetching thousands of labels is slow. */
export function createLabelCalls(domain: Domain) {
  const calls = createRowCalls(`${domain}/v2/label`);
  const cacheLabel = (label: TrainingLabel) => upsertCachedRow(label, compareByName, domain, 'labels');
  return {
    create: async (values: LabelValues) => cacheLabel(await calls.create(values)),
    update: async (label: TrainingLabel, { name, ...values }: LabelValues) =>
      cacheLabel(await calls.update(label.id, { ...toNameChange(label, name), ...values, version: label.version })),
    delete: async ({ id }: TrainingLabel, options: ChangeSetOption) => {
      await calls.remove(id, options);
      deleteCachedRow(id, domain, 'labels');
    },
  };
}

/** Lists that label writes update in the cache, so that they are not refetched. */
export const getUpdatedLabelLists = (domain: Domain): readonly WorkspaceKey[] => [[domain, 'labels']];

/** Topics whose cached data is refetched after a write of a task or a label. */
export const getDomainChanges = (domain: Domain): { tasks: readonly Change[]; labels: readonly Change[] } => ({
  tasks: [{ topic: `${domain}-tasks` }],
  labels: [{ topic: `${domain}-labels` }],
});

/** Adds a label to a task or removes it. Updates the cached task and label instead of refetching the lists. */
export async function changeTaskLabel(
  domain: Domain,
  change: 'add-label' | 'remove-label',
  task: TrainingTask,
  labelId: string,
): Promise<void> {
  try {
    const updatedTask = await api.call(`POST /${domain}/v2/task/{id}/${change}`, {
      params: { id: task.id },
      body: { label_id: labelId },
    });
    replaceCachedRow(updatedTask, domain, 'tasks');
    // Replace the cached label, because its number of tasks has changed.
    replaceCachedRow(await api.call(`GET /${domain}/v2/label/{id}`, { params: { id: labelId } }), domain, 'labels');
  } catch (error) {
    void refreshTasks(domain);
    throw error;
  }
  void announceExcept([[domain, 'tasks'], ...getUpdatedLabelLists(domain)], ...getDomainChanges(domain).tasks);
}

/** Refetches the tasks on all pages that show them. */
export function refreshTasks(domain: Domain): Promise<void> {
  return announce({ topic: `${domain}-tasks` });
}
