import type { ModelDomain } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { useNotify, type Notice } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { trainTask } from './models.queries';
import { trainingMessages } from './training-messages';

/** Returns a write that queues the training of a task, and notifies the user of the result and of a warning. */
export function useTrain(
  domain: ModelDomain,
  messages: { trainQueued: Notice; trainFailed: string },
  changes: readonly Change[],
) {
  const notify = useNotify();
  return useWrite({
    send: async ({ id }: { id: string }) => {
      const warning = await trainTask(domain, id);
      if (warning) notify.warning({ title: trainingMessages.splitUnchecked, text: warning });
    },
    success: messages.trainQueued,
    failure: messages.trainFailed,
    changes: () => changes,
    getKey: ({ id }) => id,
  });
}
