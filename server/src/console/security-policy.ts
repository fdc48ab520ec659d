export interface PolicyOptions {
  /** Of this response's document; a new one for each. */
  nonce: string;
  /** Base of the API; another origin than the document's must be named. */
  apiBase: string;
  /** Origins that pictures are served from, where it is neither this one nor the API's. */
  pictureOrigins: readonly string[];
  /** Base that releases of remotes are fetched from; empty: this origin. */
  releasesUrl: string;
  /** Whether a developer's machine may serve a remote. */
  overridesAllowed: boolean;
}

const DEVELOPER = ['http://localhost:*', 'http://127.0.0.1:*'];
const DEVELOPER_SOCKETS = ['ws://localhost:*', 'ws://127.0.0.1:*'];

function originOf(base: string): string[] {
  return /^https?:/.test(base) ? [new URL(base).origin] : [];
}

/**
 * The document's Content-Security-Policy. Exceptions to 'self', and why:
 * - style-src nonce: Fluent makes its style elements in the browser; each carries the nonce, so no inline style of
 *   another kind is taken. Style attributes stay forbidden: React and Fluent set styles through the CSSOM.
 * - img-src blob: and data: for pictures decoded before upload, crops of objects, and icons inlined by the JSON editor.
 * - the origin of releases, where they are not served from here, and a developer's localhost, only where overrides are
 *   allowed.
 */
export function documentPolicy({ nonce, apiBase, pictureOrigins, releasesUrl, overridesAllowed }: PolicyOptions): string {
  const api = originOf(apiBase);
  // A release has scripts, styles, pictures and fonts; an entry that failed is fetched once more, to tell why.
  const remotes = [...originOf(releasesUrl), ...(overridesAllowed ? DEVELOPER : [])];
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...remotes]],
    ['style-src', ["'self'", `'nonce-${nonce}'`, ...remotes]],
    ['img-src', ["'self'", 'blob:', 'data:', ...api, ...pictureOrigins, ...remotes]],
    ['font-src', ["'self'", ...remotes]],
    ['connect-src', ["'self'", ...api, ...pictureOrigins, ...remotes, ...(overridesAllowed ? DEVELOPER_SOCKETS : [])]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ];
  return directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
