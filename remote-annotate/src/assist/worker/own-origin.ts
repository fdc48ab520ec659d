const RELEASES_PATH = '/remotes/';

/**
 * Returns the URL of a file of this release on the origin of the page, whose server serves all releases. Browsers start workers of
 * the page's own origin only.
 */
export function toOwnOrigin(url: URL): URL {
  const start = url.pathname.indexOf(RELEASES_PATH);
  return url.origin === location.origin || start < 0 ? url : new URL(url.pathname.slice(start), location.origin);
}
