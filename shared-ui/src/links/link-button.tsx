import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { useConsoleLink } from './use-console-link';

// If space is limited, the text next to the button shrinks instead of the button.
const useStyles = makeStyles({ button: { flexShrink: 0, whiteSpace: 'nowrap' } });

export interface LinkButtonProps {
  to: string;
  children: ReactNode;
  icon?: ReactElement;
  appearance?: 'primary' | 'secondary' | 'subtle' | 'outline';
  size?: 'small' | 'medium' | 'large';
  newTab?: boolean;
}

/** A link that looks like a button. For the keyboard, middle clicks and screen readers, it behaves as a link. */
export function LinkButton({
  to: path,
  children,
  icon,
  appearance = 'secondary',
  size = 'medium',
  newTab = false,
}: LinkButtonProps) {
  const styles = useStyles();
  const link = useConsoleLink(path, newTab);
  return (
    <Button as="a" className={styles.button} icon={icon} appearance={appearance} size={size} {...link}>
      {children}
    </Button>
  );
}
