import { useResources } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { LinkButton, type LinkButtonProps } from '../links/link-button';
import { TextLink } from '../links/text-link';
import { useHostServices } from './host-services';

/** Whether a page, of whichever remote, is there and the active workspace opens it; false where a remote runs alone. */
export function useCanOpen(path: string): boolean {
  const host = useHostServices();
  // The host answers for the services of this moment: drawn again when they change.
  useResources();
  return host?.canOpen?.(path) ?? false;
}

export interface PageLinkProps {
  to: string;
  /** What stands behind the path, such as `?tab=recognition`. */
  query?: string;
  children: ReactNode;
  /** Draws it as a button, with this icon. */
  icon?: LinkButtonProps['icon'];
}

/** A link to a page of another remote: it is there when the page is. */
export function PageLink({ to, query: at = '', icon, children }: PageLinkProps) {
  const canOpen = useCanOpen(to);
  if (!canOpen) return null;
  return icon ? (
    <LinkButton to={to + at} icon={icon}>
      {children}
    </LinkButton>
  ) : (
    <TextLink to={to + at}>{children}</TextLink>
  );
}
