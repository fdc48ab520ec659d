import { Link } from '@console/shared-ui/basics';

/** Link to a created entity in a toast. Toasts are rendered outside the router, so `TextLink` cannot be used. */
export function CreatedLink({ to, name }: { to: string; name: string }) {
  return (
    <Link href={to} target="_blank" rel="noopener">
      {name}
    </Link>
  );
}
