import { announce, useWorkspaceQuery } from '@console/shared-auth';
import { Text } from '@fluentui/react-components';
import { useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog';
import { useWrite } from '../pages/use-write';
import { DomainTaskField, type DomainTask } from '../picker/domain-task-field';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { addToGold } from './gold.queries';
import { goldMessages, type GoldKind } from './gold-messages';

export interface AddToGoldDialogProps {
  kind: GoldKind;
  ids: readonly string[];
  onClose: () => void;
}

/** Dialog that turns images or groups into gold items (items with a known correct result). Asks for the task and counts how many qualify. */
export function AddToGoldDialog({ kind, ids, onClose }: AddToGoldDialogProps) {
  const messages = goldMessages[kind];
  const notify = useNotify();
  const [task, setTask] = useState<DomainTask | null>(null);
  const [error, setError] = useState<string | null>(null);
  const preview = usePreview(task, kind, ids);
  const write = useWrite({
    failure: messages.failed,
    failureIn: 'form',
    send: async (selectedTask: DomainTask) => {
      const { created } = await addToGold(selectedTask, kind, ids, { isPreview: false });
      await announce({ topic: 'jobs' });
      notify.success({ title: messages.done(created) });
      onClose();
    },
  });
  const submitToGold = async (selectedTask: DomainTask) => {
    setError(null);
    const result = await write.send(selectedTask);
    if (result?.ok === false) setError(result.message);
  };
  return (
    <FormDialog
      title={messages.title(ids.length)}
      submitLabel={messages.submit}
      busy={write.isPending}
      submitDisabled={!task || !preview.data || preview.data.created === 0}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        if (task) void submitToGold(task);
      }}
      onClose={onClose}
    >
      <Text>{messages.intro}</Text>
      <DomainTaskField kind={kind} label={messages.task} hint={messages.taskHint} value={task} onChange={setTask} />
      {task && (
        <div role="status">
          {preview.error
            ? describeRefusal(preview.error)
            : preview.data
              ? listCounts(messages, preview.data).map((text) => <p key={text}>{text}</p>)
              : messages.counting}
        </div>
      )}
    </FormDialog>
  );
}

type GoldCounts = NonNullable<ReturnType<typeof usePreview>['data']>;

const listCounts = (
  messages: (typeof goldMessages)[GoldKind],
  { created, already_gold: alreadyGold, not_verified: notVerified, other_type: otherType }: GoldCounts,
): string[] => [
  messages.created(created),
  ...(alreadyGold > 0 ? [messages.alreadyGold(alreadyGold)] : []),
  ...(notVerified > 0 ? [messages.notVerified(notVerified)] : []),
  ...(otherType > 0 ? [messages.otherType(otherType)] : []),
];

function usePreview(task: DomainTask | null, kind: GoldKind, ids: readonly string[]) {
  return useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:annotate', 'gold-preview', task?.id ?? '', ...ids],
    enabled: task !== null,
    load: (scope) => addToGold(task!, kind, ids, { isPreview: true, scope }),
  });
}
