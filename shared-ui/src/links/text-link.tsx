import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface TextLinkProps {
  to: string;
  children: ReactNode;
  newTab?: boolean;
}

/** A link in the text to a page of the console. */
export function TextLink({ to, children, newTab = false }: TextLinkProps) {
  const target = newTab ? '_blank' : undefined;
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target });
  return (
    <Link
      href={href}
      target={target}
      rel={newTab ? 'noopener' : undefined}
      onClick={(event: React.MouseEvent<HTMLAnchorElement>) => follow(event)}
    >
      {children}
    </Link>
  );
}
