import { useWrite } from '@console/shared-ui/pages';
import { changesOf, trainTask } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

/** Queues a model of a task, and says whether it was. */
export function useTrain({ domain, words }: Pick<TrainingKind<TrainingTask, TrainingLabel>, 'domain' | 'words'>) {
  return useWrite({
    send: (task: TrainingTask) => trainTask(domain, task),
    success: words.trainQueued,
    failure: words.trainFailed,
    changes: () => changesOf(domain).tasks,
    getKey: ({ id }) => id,
  });
}
