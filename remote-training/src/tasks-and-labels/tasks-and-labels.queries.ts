import { api, invalidateWorkspace, replaceRow, rowCalls, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui/basics';
import { type RowWrites, withInputSize } from '@console/shared-ui/named-rows';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

type Kind<Task extends TrainingTask = TrainingTask, Label extends TrainingLabel = TrainingLabel> = TrainingKind<Task, Label>;
type Domain = Kind['domain'];

const POLL_MS = 3000;
const isTraining = ({ last_train_status: status }: TrainingTask) => status === 'QUEUED' || status === 'TRAINING';

/** All tasks of the workspace, by name; read again every few seconds while a model of one is queued or trains. */
export function useTasks<Task extends TrainingTask>({ domain, loadTasks }: Pick<Kind<Task>, 'domain' | 'loadTasks'>) {
  return useWorkspaceQuery({
    key: [domain, 'tasks'],
    load: async (scope) => (await loadTasks(scope)).sort(byName),
    refetchInterval: (query) => (query.state.data?.some(isTraining) ? POLL_MS : false),
  });
}

/** All labels of the workspace, by name. */
export function useLabels<Label extends TrainingLabel>({
  domain,
  loadLabels,
}: Pick<Kind<TrainingTask, Label>, 'domain' | 'loadLabels'>) {
  return useWorkspaceQuery({
    key: [domain, 'labels'],
    load: async (scope) => (await loadLabels(scope)).sort(byName),
  });
}

export function taskWrites(domain: Domain): RowWrites<TrainingTask> {
  const calls = rowCalls(`${domain}/v2/task`);
  return {
    create: ({ name }) => calls.create({ name }),
    update: ({ id, version, training_params: params }, { name, inputSize }) =>
      calls.update(id, { name, version, training_params: withInputSize(params, inputSize) }),
    remove: ({ id }) => calls.remove(id),
  };
}

export function labelWrites(domain: Domain): RowWrites<TrainingLabel> {
  const calls = rowCalls(`${domain}/v2/label`);
  return {
    create: ({ name, color }) => calls.create({ name, color }),
    update: ({ id, version }, { name, color }) => calls.update(id, { name, color, version }),
    remove: ({ id }) => calls.remove(id),
  };
}

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
    replaceRow(answer, domain, 'tasks');
  } finally {
    void refresh(domain);
  }
}

export async function trainTask(domain: Domain, task: TrainingTask): Promise<void> {
  try {
    await api.call(`POST /${domain}/v2/task/{id}/train`, { params: { id: task.id } });
  } finally {
    void refresh(domain);
  }
}

/** Reads again what shows tasks or labels. */
export function refresh(domain: Domain): Promise<void> {
  return invalidateWorkspace(domain);
}
