import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  type DialogProps,
} from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';

export interface DialogFrameProps extends Pick<DialogProps, 'open' | 'modalType' | 'onOpenChange'> {
  title: string;
  /** Style of the surface. */
  style?: CSSProperties;
  contentClassName: string;
  /** The buttons. */
  actions: ReactNode;
  children?: ReactNode;
}

const useStyles = makeStyles({
  // Prevents the labels of the buttons from wrapping, although there is enough space.
  actions: { whiteSpace: 'nowrap' },
});

/** The title, content and buttons of a dialog. */
export function DialogFrame({ title, style, contentClassName, actions, children, ...dialog }: DialogFrameProps) {
  const styles = useStyles();
  return (
    <Dialog {...dialog}>
      <DialogSurface style={style}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          {children && <DialogContent className={contentClassName}>{children}</DialogContent>}
          <DialogActions className={styles.actions}>{actions}</DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
