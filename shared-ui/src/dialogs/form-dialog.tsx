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
import { discardMessages } from './discard-messages';
import { messages } from '../messages';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBlock: tokens.spacingVerticalXS },
  // Do not shrink the error message: if the dialog is taller than the window, the text would be clipped.
  error: { flexShrink: 0 },
  submit: { whiteSpace: 'nowrap' },
  question: { alignItems: 'center' },
  questionText: { fontWeight: tokens.fontWeightSemibold },
});

export interface FormDialogProps {
  /** Whether the dialog is open. Default: true. */
  open?: boolean;
  title: string;
  submitLabel: string;
  /** Label of the button that closes the dialog. Default: Cancel. */
  closeLabel?: string;
  /** `handleSubmit(...)` of react-hook-form. */
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  busy?: boolean;
  /** Disables the submit button, for example while required data is missing. */
  submitDisabled?: boolean;
  /** Error of the server, shown above the fields. */
  error?: string | null;
  /** Whether closing would discard input. Esc and a click outside then ask first. Default: whether the user has changed a field. */
  dirty?: boolean;
  /** Whether Esc and a click outside close the dialog. */
  dismissible?: boolean;
  children: ReactNode;
}

/** A dialog with a form: Enter submits. Mount it again for each opening (by `key` or condition), so that it starts empty. */
export function FormDialog({
  open = true,
  title,
  submitLabel,
  closeLabel = messages.cancel,
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
  // Set while the dialog asks whether to discard input. If the user continues editing, `focused` gets the focus again.
  const [discardQuestion, setDiscardQuestion] = useState<{ focused: Element | null } | null>(null);
  const continueButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (discardQuestion) continueButton.current?.focus();
  }, [discardQuestion]);
  const continueEditing = () => {
    setDiscardQuestion(null);
    if (discardQuestion?.focused instanceof HTMLElement) discardQuestion.focused.focus();
  };
  const requestClose = () => {
    if (discardQuestion) continueEditing();
    else if (dirty ?? wasTouched) setDiscardQuestion({ focused: document.activeElement });
    else onClose();
  };
  return (
    <Dialog
      open={open}
      modalType={dismissible ? 'modal' : 'alert'}
      onOpenChange={(_, data) => !data.open && !busy && dismissible && requestClose()}
    >
      <DialogSurface>
        {/* `noValidate` turns off the validation messages of the browser, because the fields show their own messages. */}
        <form onSubmit={onSubmit} onChange={() => setTouched(true)} noValidate>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {error && (
                <MessageBar intent="error" layout="multiline" className={styles.error}>
                  <MessageBarBody>{error}</MessageBarBody>
                </MessageBar>
              )}
              {children}
            </DialogContent>
            {/* The question replaces the buttons. With a second dialog, the focus could be lost when that dialog closes. */}
            {discardQuestion ? (
              <DialogActions role="alert" className={styles.question}>
                <span className={styles.questionText}>{discardMessages.discardTitle}</span>
                <Button ref={continueButton} type="button" onClick={continueEditing}>
                  {discardMessages.keepEditing}
                </Button>
                <Button type="button" appearance="primary" onClick={onClose}>
                  {discardMessages.discard}
                </Button>
              </DialogActions>
            ) : (
              <DialogActions>
                <Button type="button" disabledFocusable={busy} onClick={onClose}>
                  {closeLabel}
                </Button>
                <Button
                  type="submit"
                  appearance="primary"
                  className={styles.submit}
                  disabled={submitDisabled && !busy}
                  disabledFocusable={busy}
                >
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
