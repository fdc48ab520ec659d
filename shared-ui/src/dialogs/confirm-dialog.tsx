import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const useStyles = makeStyles({
  // It names what is removed, and a name may be one word of 250 letters.
  about: { overflowWrap: 'anywhere' },
  danger: {
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
    ':hover:active': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
  },
});

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** "Remove" unless told. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Draws the confirmation in red; so it is for a removal. */
  danger?: boolean;
  /** Both buttons wait. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel = messages.remove,
  cancelLabel = messages.cancel,
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const styles = useStyles();
  return (
    <Dialog open={open} modalType="alert" onOpenChange={(_, data) => !data.open && !busy && onCancel()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          {children && <DialogContent className={styles.about}>{children}</DialogContent>}
          <DialogActions>
            <Button appearance="secondary" disabledFocusable={busy} onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button
              appearance="primary"
              className={danger ? styles.danger : undefined}
              disabledFocusable={busy}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
