const RELEASES_PATH = '/remotes/';

/**
 * Returns the URL of a worker's file on the page's own origin, because browsers start workers from there only. Releases can lie on
 * another origin, but the server of the page serves all of them as well.
 */
export function toOwnOrigin(url: URL): URL {
  const start = url.pathname.indexOf(RELEASES_PATH);
  return url.origin === location.origin || start < 0 ? url : new URL(url.pathname.slice(start), location.origin);
}
