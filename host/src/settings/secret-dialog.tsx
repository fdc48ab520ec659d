import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Input,
  makeStyles,
  tokens,
} from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import { settingsMessages } from './settings-messages';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  secret: { flexGrow: 1, minWidth: 0, fontFamily: tokens.fontFamilyMonospace },
});

interface SecretDialogProps {
  title: string;
  /** Explains the purpose of the secret, and that it is shown only once. */
  text: ReactNode;
  /** Name of the secret in the label of the field and of its Copy button. */
  secretName: string;
  secret: string;
  onClose: () => void;
}

/** Shows a link or token that the server returns only once. A click outside does not close it. */
export function SecretDialog({ title, text, secretName, secret, onClose }: SecretDialogProps) {
  const styles = useStyles();
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            <span>{text}</span>
            <div className={styles.row}>
              <Input
                readOnly
                aria-label={secretName}
                className={styles.secret}
                value={secret}
                onFocus={({ target }) => target.select()}
              />
              <CopyButton text={secret} what={secretName.toLowerCase()} size="medium" />
            </div>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              {settingsMessages.secret.done}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
