import { consoleQueryClient } from '@console/shared-auth';
import { describeRefusal, useNotify } from '@console/shared-ui/basics';
import { useMutation } from '@tanstack/react-query';
import { trainTask } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

/** Queues a model of a task, and says whether it was. */
export function useTrain({ domain, words }: Pick<TrainingKind<TrainingTask, TrainingLabel>, 'domain' | 'words'>) {
  const notify = useNotify();
  const { mutate, isPending, variables } = useMutation(
    {
      mutationFn: (task: TrainingTask) => trainTask(domain, task),
      onSuccess: () => notify.success(words.trainQueued),
      onError: (error) => notify.danger({ title: words.trainFailed, text: describeRefusal(error) }),
    },
    consoleQueryClient,
  );
  return { train: mutate, isAsking: (task: TrainingTask) => isPending && variables?.id === task.id };
}
