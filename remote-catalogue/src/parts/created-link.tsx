import { Link } from '@console/shared-ui/basics';

/** What was made, in a toast: these stand outside of the router, hence no TextLink. */
export function CreatedLink({ to, name }: { to: string; name: string }) {
  return (
    <Link href={to} target="_blank" rel="noopener">
      {name}
    </Link>
  );
}
