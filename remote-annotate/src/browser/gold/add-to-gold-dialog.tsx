import { announce, useWorkspaceQuery } from '@console/shared-auth';
import { describeRefusal, FormDialog, Text, useNotify } from '@console/shared-ui/basics';
import { DomainTaskField, type DomainTask } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { addToGold } from './gold.queries';
import { goldMessages as messages } from './gold-messages';

export interface AddToGoldDialogProps {
  images: readonly string[];
  onClose: () => void;
}

/** Asks for the task, shows how many of the images can become gold items, and makes them gold items. */
export function AddToGoldDialog({ images, onClose }: AddToGoldDialogProps) {
  const notify = useNotify();
  const [task, setTask] = useState<DomainTask | null>(null);
  const [error, setError] = useState<string | null>(null);
  const preview = usePreview(task, images);
  const write = useWrite({
    failure: messages.failed,
    failureIn: 'form',
    send: async (selectedTask: DomainTask) => {
      const { created } = await addToGold(selectedTask, images, { isPreview: false });
      await announce({ topic: 'jobs' });
      notify.success({ title: messages.done(created) });
      onClose();
    },
  });
  const submit = async (selectedTask: DomainTask) => {
    setError(null);
    const result = await write.send(selectedTask);
    if (result?.ok === false) setError(result.message);
  };
  return (
    <FormDialog
      title={messages.title(images.length)}
      submitLabel={messages.submit}
      busy={write.isPending}
      submitDisabled={!task || !preview.data || preview.data.created === 0}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        if (task) void submit(task);
      }}
      onClose={onClose}
    >
      <Text>{messages.intro}</Text>
      <DomainTaskField label={messages.task} hint={messages.taskHint} value={task} onChange={setTask} />
      {task && (
        <div role="status">
          {preview.error
            ? describeRefusal(preview.error)
            : preview.data
              ? listCounts(preview.data).map((text) => <p key={text}>{text}</p>)
              : messages.counting}
        </div>
      )}
    </FormDialog>
  );
}

type Counts = NonNullable<ReturnType<typeof usePreview>['data']>;

const listCounts = ({ created, already_gold: alreadyGold, not_verified: notVerified }: Counts): string[] => [
  messages.created(created),
  ...(alreadyGold > 0 ? [messages.alreadyGold(alreadyGold)] : []),
  ...(notVerified > 0 ? [messages.notVerified(notVerified)] : []),
];

function usePreview(task: DomainTask | null, images: readonly string[]) {
  return useWorkspaceQuery({
    key: ['own:annotate', 'gold-preview', task?.id ?? '', ...images],
    enabled: task !== null,
    load: (scope) => addToGold(task!, images, { isPreview: true, scope }),
  });
}
