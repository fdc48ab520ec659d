import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { DialogFrame } from './dialog-frame';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

export interface ContentDialogProps {
  title: string;
  /** Whether the Close button is the main action of the dialog. */
  isClosePrimary?: boolean;
  /** CSS width that the dialog does not exceed. */
  maxWidth?: string;
  /** CSS width of the dialog. Default: the width of its content. */
  width?: string;
  /** Buttons before Close. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that shows content. Its close button, Esc or a click outside closes it. Mount it for each opening. */
export function ContentDialog(props: ContentDialogProps) {
  const { title, isClosePrimary = false, maxWidth, width, actions, onClose, children } = props;
  const styles = useStyles();
  return (
    <DialogFrame
      open
      onOpenChange={(_, { open }) => !open && onClose()}
      title={title}
      style={{ maxWidth, width }}
      contentClassName={styles.content}
      actions={
        <>
          {actions}
          <Button appearance={isClosePrimary ? 'primary' : 'secondary'} onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
