import { Link } from '@console/shared-ui/core';
import type { ReactNode } from 'react';
import { useHref, useNavigate } from 'react-router-dom';

/** A link to another page of the host that works without a session. */
export function RouterLink({ to: path, children }: { to: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <Link
      href={useHref(path)}
      onClick={(event) => {
        // With a modifier key, let the browser open a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(path);
      }}
    >
      {children}
    </Link>
  );
}
