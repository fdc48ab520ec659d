const RELEASES_PATH = '/remotes/';

/**
 * Returns the URL of a worker's file on the origin of the page, because browsers start workers only from that origin. The code can come
 * from another origin, but the server of the page serves the same files.
 */
export function toOwnOrigin(url: URL): URL {
  const start = url.pathname.indexOf(RELEASES_PATH);
  return url.origin === location.origin || start < 0 ? url : new URL(url.pathname.slice(start), location.origin);
}
