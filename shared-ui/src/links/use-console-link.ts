import type { MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** Returns the props of an `<a>` element that opens a page of the console, in this tab or in a new tab. */
export function useConsoleLink(path: string, newTab: boolean) {
  const target = newTab ? '_blank' : undefined;
  const follow = useLinkClickHandler<HTMLAnchorElement>(path, { target });
  return {
    href: useHref(path),
    target,
    rel: newTab ? 'noopener' : undefined,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => follow(event),
  };
}
