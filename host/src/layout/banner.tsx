import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@console/shared-ui/core';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  // Do not let the flex column shrink the banner, because the page would then cover the buttons of the banner.
  banner: {
    flexShrink: 0,
    borderRadius: 0,
    borderTopStyle: 'none',
    borderLeftStyle: 'none',
    borderRightStyle: 'none',
  },
});

interface BannerProps {
  intent: 'info' | 'warning';
  title?: string;
  children: ReactNode;
  /** Label of the button. Without a label, the banner has no button. */
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
