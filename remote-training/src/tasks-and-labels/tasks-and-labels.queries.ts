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
} from '@console/shared-auth';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { compareByName } from '@console/shared-ui/basics';
import { withInputSize } from '@console/shared-ui/rows';
import { useState } from 'react';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

type Kind<Task extends TrainingTask = TrainingTask, Label extends TrainingLabel = TrainingLabel> = TrainingKind<Task, Label>;
type Domain = Kind['domain'];

const POLL_MS = 3000;
const isTraining = ({ last_train_status: status }: TrainingTask) => status === 'QUEUED' || status === 'TRAINING';

/** All tasks of the workspace, by name; read again every few seconds while a model of one is queued or trains. */
export function useTasks<Task extends TrainingTask>({ domain, loadTasks }: Pick<Kind<Task>, 'domain' | 'loadTasks'>) {
  return useWorkspaceQuery({
    key: [domain, 'tasks'],
    load: async (scope) => (await loadTasks(scope)).sort(compareByName),
    refetchInterval: (query) => (query.state.data?.some(isTraining) ? POLL_MS : false),
  });
}

/** All labels of the workspace, by name; until thousands are there, the first of them. */
export function useLabels<Label extends TrainingLabel>({
  domain,
  loadLabels,
}: Pick<Kind<TrainingTask, Label>, 'domain' | 'loadLabels'>) {
  const { workspaceId } = useWorkspace();
  const [first, setFirst] = useState<{ of: string | null; rows: readonly Label[] } | null>(null);
  const all = useWorkspaceQuery({
    key: [domain, 'labels'],
    load: async (scope) => {
      const onFirstRows = (rows: readonly Label[]) => setFirst({ of: scope.workspace, rows });
      return (await loadLabels({ ...scope, onFirstRows })).sort(compareByName);
    },
  });
  return { all, first: first?.of === workspaceId ? first?.rows : undefined };
}

/** Creates, changes and deletes tasks. */
export function taskWrites(domain: Domain) {
  const calls = createRowCalls(`${domain}/v2/task`);
  return {
    create: (name: string) => calls.create({ name }),
    /** `inputSize` undefined: it is not asked for. */
    update: ({ id, version, training_params: params }: TrainingTask, name: string, inputSize?: number) =>
      calls.update(id, { name, version, training_params: withInputSize(params, inputSize) }),
    remove: ({ id }: TrainingTask) => calls.remove(id),
  };
}

/** Creates, changes and deletes labels, and puts the answer into the list: there may be thousands that are not to be read again. */
export function labelWrites(domain: Domain) {
  const calls = createRowCalls(`${domain}/v2/label`);
  const place = (label: TrainingLabel) => upsertCachedRow(label, compareByName, domain, 'labels');
  return {
    create: async (values: { name: string; color: string }) => place(await calls.create(values)),
    update: async ({ id, version }: TrainingLabel, values: { name: string; color: string }) =>
      place(await calls.update(id, { ...values, version })),
    remove: async ({ id }: TrainingLabel) => {
      await calls.remove(id);
      deleteCachedRow(id, domain, 'labels');
    },
  };
}

/** The list of labels, for writes that have put their answer into it. */
export const labelsHeld = (domain: Domain): readonly WorkspaceKey[] => [[domain, 'labels']];

/** What a write of a task or a label changes, for whoever shows it. */
export const changesOf = (domain: Domain): { tasks: readonly Change[]; labels: readonly Change[] } => ({
  tasks: [{ topic: `${domain}-tasks` }],
  labels: [{ topic: `${domain}-labels` }],
});

export async function setLabelOfTask(
  domain: Domain,
  change: 'add-label' | 'remove-label',
  task: TrainingTask,
  labelId: string,
): Promise<void> {
  try {
    const answer = await api.call(`POST /${domain}/v2/task/{id}/${change}`, {
      params: { id: task.id },
      body: { label_id: labelId },
    });
    replaceCachedRow(answer, domain, 'tasks');
    // It says in how many tasks it is.
    replaceCachedRow(await api.call(`GET /${domain}/v2/label/{id}`, { params: { id: labelId } }), domain, 'labels');
  } catch (error) {
    void refresh(domain);
    throw error;
  }
  void announceExcept([[domain, 'tasks'], ...labelsHeld(domain)], ...changesOf(domain).tasks);
}

export async function trainTask(domain: Domain, task: TrainingTask): Promise<void> {
  await api.call(`POST /${domain}/v2/task/{id}/train`, { params: { id: task.id } });
}

/** Reads again what shows tasks. */
export function refresh(domain: Domain): Promise<void> {
  return announce({ topic: `${domain}-tasks` });
}
