import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@console/shared-ui/core';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  // Without flexShrink, the banner is squeezed in the window-high column, and the page covers its buttons.
  banner: {
    flexShrink: 0,
    borderRadius: 0,
    borderTopStyle: 'none',
    borderLeftStyle: 'none',
    borderRightStyle: 'none',
  },
});

export interface BannerProps {
  intent: 'info' | 'warning';
  title?: string;
  children: ReactNode;
  /** Label of the button. Without it, there is none. */
  action?: string;
  onAction?: () => void;
}

/** A message above every page. */
export function Banner({ intent, title, children, action, onAction }: BannerProps) {
  const styles = useStyles();
  return (
    <MessageBar intent={intent} className={styles.banner}>
      <MessageBarBody>
        {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
        {children}
      </MessageBarBody>
      {action !== undefined && (
        <MessageBarActions>
          <Button size="small" onClick={onAction}>
            {action}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
