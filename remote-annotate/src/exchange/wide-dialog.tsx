import {
  Button,
  CloseIcon,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import { exchangeMessages as words } from '../exchange-messages';

const useStyles = makeStyles({
  surface: { maxWidth: 'min(960px, 96vw)', width: '100%' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

/** A dialog with room for a table, which closes by its own button, Esc or a click beside it. */
export function WideDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle action={<Button appearance="subtle" icon={<CloseIcon />} aria-label={words.close} onClick={onClose} />}>
            {title}
          </DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
