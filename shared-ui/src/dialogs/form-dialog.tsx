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
import { useEffect, useRef, useState, type FormEventHandler, type ReactNode } from 'react';
import { messages } from '../messages';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBlock: tokens.spacingVerticalXS },
  question: { alignItems: 'center' },
  words: { fontWeight: tokens.fontWeightSemibold },
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
  /** Whether something would be lost by closing: Esc and a click outside ask first. Seen from its fields unless told. */
  dirty?: boolean;
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
  dirty,
  dismissible = true,
  children,
}: FormDialogProps) {
  const styles = useStyles();
  const [wasTouched, setTouched] = useState(false);
  // While it is asked whether to discard: what had the focus, for who goes on.
  const [asking, setAsking] = useState<{ from: Element | null } | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  const goOn = () => {
    setAsking(null);
    if (asking?.from instanceof HTMLElement) asking.from.focus();
  };
  const leave = () => {
    if (asking) goOn();
    else if (dirty ?? wasTouched) setAsking({ from: document.activeElement });
    else onClose();
  };
  return (
    <Dialog
      open={open}
      modalType={dismissible ? 'modal' : 'alert'}
      onOpenChange={(_, data) => !data.open && !busy && dismissible && leave()}
    >
      <DialogSurface>
        {/* The browser's own bubbles would stand beside the messages of the fields. */}
        <form onSubmit={onSubmit} onChange={() => setTouched(true)} noValidate>
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
            {/* In the dialog itself: a second one over it would be one more place for the focus to get lost. */}
            {asking ? (
              <DialogActions role="alert" className={styles.question}>
                <span className={styles.words}>{messages.discardTitle}</span>
                <Button ref={keep} type="button" onClick={goOn}>
                  {messages.keepEditing}
                </Button>
                <Button type="button" appearance="primary" onClick={onClose}>
                  {messages.discard}
                </Button>
              </DialogActions>
            ) : (
              <DialogActions>
                <Button type="button" disabledFocusable={busy} onClick={onClose}>
                  {messages.cancel}
                </Button>
                <Button type="submit" appearance="primary" disabled={submitDisabled && !busy} disabledFocusable={busy}>
                  {submitLabel}
                </Button>
              </DialogActions>
            )}
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
