import { Link } from '@console/shared-ui/basics';

/** Link to a created entity in a toast. Toasts are rendered outside the router, so `TextLink` cannot be used. */
export function CreatedLink({ to: path, name }: { to: string; name: string }) {
  return (
    <Link href={path} target="_blank" rel="noopener">
      {name}
    </Link>
  );
}
