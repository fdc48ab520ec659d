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
import { useEffect, useRef, type ReactNode } from 'react';
import { exchangeMessages as texts } from './exchange-messages';

const useStyles = makeStyles({
  surface: { maxWidth: 'min(960px, 96vw)', width: '100%' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

/** A dialog wide enough for a table. Its close button, Esc or a click outside closes it. */
export function WideDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const styles = useStyles();
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A change of the content can remove the focused button. The browser then focuses the body, where Esc would not reach the dialog.
    if (document.activeElement === document.body) surface.current?.focus();
  });
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface ref={surface} tabIndex={-1} className={styles.surface}>
        <DialogBody>
          <DialogTitle action={<Button appearance="subtle" icon={<CloseIcon />} aria-label={texts.close} onClick={onClose} />}>
            {title}
          </DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
