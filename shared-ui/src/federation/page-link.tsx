import { useResources, useRole } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { LinkButton, type LinkButtonProps } from '../links/link-button';
import { TextLink } from '../links/text-link';
import { useHostServices } from '../host-services/host-services';

/** Whether a page exists in any remote and the user can open it in the active workspace. False if the remote runs without the host. */
export function useCanOpen(path: string): boolean {
  const host = useHostServices();
  // Subscribe to the services and the role, because the result of `canOpen` depends on them.
  useResources();
  useRole();
  return host?.canOpen?.(path) ?? false;
}

export interface PageLinkProps {
  to: string;
  /** The query after the path, such as `?tab=recognition`. */
  query?: string;
  children: ReactNode;
  /** If set, the link looks like a button with this icon. */
  icon?: LinkButtonProps['icon'];
}

/** A link to a page of another remote. It is hidden if the page is not available. */
export function PageLink({ to: path, query = '', icon, children }: PageLinkProps) {
  const canOpen = useCanOpen(path);
  if (!canOpen) return null;
  return icon ? (
    <LinkButton to={path + query} icon={icon}>
      {children}
    </LinkButton>
  ) : (
    <TextLink to={path + query}>{children}</TextLink>
  );
}
