import { Link, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

// A name may be one word of 250 characters.
const useStyles = makeStyles({ link: { overflowWrap: 'anywhere' } });

export interface TextLinkProps {
  to: string;
  children: ReactNode;
  newTab?: boolean;
}

/** A text link to a page of the console. */
export function TextLink({ to, children, newTab = false }: TextLinkProps) {
  const styles = useStyles();
  const target = newTab ? '_blank' : undefined;
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target });
  return (
    <Link
      className={styles.link}
      href={href}
      target={target}
      rel={newTab ? 'noopener' : undefined}
      onClick={(event: React.MouseEvent<HTMLAnchorElement>) => follow(event)}
    >
      {children}
    </Link>
  );
}
