import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { DialogFrame } from './dialog-frame';

const useStyles = makeStyles({
  // The content can contain a name that is a single word of 250 characters.
  content: { overflowWrap: 'anywhere' },
  danger: {
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
    ':hover:active': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
  },
});

export interface ConfirmDialogProps {
  /** Whether the dialog is open. Default: true. */
  open?: boolean;
  title: string;
  children?: ReactNode;
  /** Default: "Remove". */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the confirm button is red. Default: true. */
  danger?: boolean;
  /** Disables both buttons while the action runs. */
  busy?: boolean;
  /** Whether Cancel is disabled. Default: while the action runs, because most actions cannot be interrupted. */
  cancelDisabled?: boolean;
  /** Disables the confirm button, for example while the action would be refused. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open = true,
  title,
  children,
  confirmLabel = messages.remove,
  cancelLabel = messages.cancel,
  danger = true,
  busy = false,
  cancelDisabled = busy,
  confirmDisabled = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const styles = useStyles();
  return (
    <DialogFrame
      open={open}
      modalType="alert"
      onOpenChange={(_, data) => !data.open && !cancelDisabled && onCancel()}
      title={title}
      contentClassName={styles.content}
      actions={
        <>
          <Button appearance="secondary" disabledFocusable={cancelDisabled} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            appearance="primary"
            className={danger && !confirmDisabled ? styles.danger : undefined}
            disabledFocusable={busy || confirmDisabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
