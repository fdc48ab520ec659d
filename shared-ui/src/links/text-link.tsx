import { Link, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useConsoleLink } from './use-console-link';

// A link can be a name that is a single word of 250 characters.
const useStyles = makeStyles({ link: { overflowWrap: 'anywhere' } });

export interface TextLinkProps {
  to: string;
  children: ReactNode;
  newTab?: boolean;
}

/** A text link to a page of the console. */
export function TextLink({ to: path, children, newTab = false }: TextLinkProps) {
  const styles = useStyles();
  const link = useConsoleLink(path, newTab);
  return (
    <Link className={styles.link} {...link}>
      {children}
    </Link>
  );
}
