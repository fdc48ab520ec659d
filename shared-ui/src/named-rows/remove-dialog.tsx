import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { messages } from '../messages';
import { describeRefusal } from '../states/error-state';
import type { RowNoun } from './named-row';

const words = messages.namedRows;
const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  name: { margin: 0, overflowWrap: 'anywhere' },
});

export interface RemoveDialogProps {
  noun: RowNoun;
  name: string;
  /** What else goes with it. */
  note?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a row is deleted, and says what the server refused. */
export function RemoveDialog({ noun, name, note, onConfirm, onClose }: RemoveDialogProps) {
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      setRefusal([words.removeFailed(noun), describeRefusal(error)].filter(Boolean).join(' '));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog open title={words.confirmRemove(noun)} busy={busy} onConfirm={() => void confirm()} onCancel={onClose}>
      <div className={styles.content}>
        {refusal && (
          <MessageBar intent="error">
            <MessageBarBody>{refusal}</MessageBarBody>
          </MessageBar>
        )}
        <p className={styles.name}>
          <strong>{name}</strong>
        </p>
        {note && <p className={styles.name}>{note}</p>}
      </div>
    </ConfirmDialog>
  );
}
