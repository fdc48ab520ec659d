import { TextControl, EditDialog } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { qualityMessages as messages } from './quality-messages';
import { saveTarget } from './quality.queries';

interface TargetDialogProps {
  task: { id: string; name: string | null };
  target: number | null;
  onClose: () => void;
}

/** Returns the target of the input; null for an empty input, and undefined for an invalid one. */
function parseTarget(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const target = Number(text.trim().replace(',', '.'));
  return target > 0 && target < 1 ? target : undefined;
}

/** Dialog that sets or removes the target of a task. */
export function TargetDialog({ task, target, onClose }: TargetDialogProps) {
  const write = useWrite({
    send: (value: number | null) => saveTarget(task.id, value),
    success: { title: messages.targetSaved },
    failure: messages.targetFailed,
    failureIn: 'form',
  });
  return (
    <EditDialog<{ target: string }>
      title={target === null ? messages.setTarget : messages.changeTarget}
      submitLabel={messages.save}
      initial={{ target: target === null ? '' : String(target) }}
      onSubmit={({ target: text }) => write.send(parseTarget(text) ?? null)}
      onClose={onClose}
    >
      {({ control }) => (
        <TextControl
          control={control}
          name="target"
          label={messages.targetLabel}
          hint={() => messages.targetHint}
          autoFocus
          validate={(text) => parseTarget(text) !== undefined || messages.targetInvalid}
        />
      )}
    </EditDialog>
  );
}
