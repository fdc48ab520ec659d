import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { FormEventHandler, ReactNode } from 'react';
import { messages } from '../messages';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBlock: tokens.spacingVerticalXS },
});

export interface FormDialogProps {
  open: boolean;
  title: string;
  submitLabel: string;
  /** `handleSubmit(...)` of react-hook-form. */
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  busy?: boolean;
  /** What the form needs is not there yet. */
  submitDisabled?: boolean;
  /** What the server refused, above the fields. */
  error?: string | null;
  /** False: neither Esc nor a click outside closes it. */
  dismissible?: boolean;
  children: ReactNode;
}

/** A dialog whose fields are one form: Enter submits. Mount its form per opening (by `key` or by condition) so that it starts fresh. */
export function FormDialog({
  open,
  title,
  submitLabel,
  onSubmit,
  onClose,
  busy = false,
  submitDisabled = false,
  error,
  dismissible = true,
  children,
}: FormDialogProps) {
  const styles = useStyles();
  return (
    <Dialog
      open={open}
      modalType={dismissible ? 'modal' : 'alert'}
      onOpenChange={(_, data) => !data.open && !busy && dismissible && onClose()}
    >
      <DialogSurface>
        {/* The browser's own bubbles would stand beside the messages of the fields. */}
        <form onSubmit={onSubmit} noValidate>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {error && (
                <MessageBar intent="error">
                  <MessageBarBody>{error}</MessageBarBody>
                </MessageBar>
              )}
              {children}
            </DialogContent>
            <DialogActions>
              <Button type="button" disabled={busy} onClick={onClose}>
                {messages.cancel}
              </Button>
              <Button type="submit" appearance="primary" disabled={busy || submitDisabled}>
                {submitLabel}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
