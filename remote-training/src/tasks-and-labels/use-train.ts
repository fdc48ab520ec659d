import { useWrite } from '@console/shared-ui/pages';
import { getDomainChanges, trainTask } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

/** Returns a write that queues the training of a task and notifies the user. */
export function useTrain({ domain, messages }: Pick<TrainingKind<TrainingTask, TrainingLabel>, 'domain' | 'messages'>) {
  return useWrite({
    send: (task: TrainingTask) => trainTask(domain, task),
    success: messages.trainQueued,
    failure: messages.trainFailed,
    changes: () => getDomainChanges(domain).tasks,
    getKey: ({ id }) => id,
  });
}
