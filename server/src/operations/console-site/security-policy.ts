interface PolicyOptions {
  /** Nonce of this document, new for each response. */
  nonce: string;
  /** Base URL of the API. Needed in the policy if its origin differs from the document's. */
  apiBase: string;
  /** Base URL of the releases of remotes. Empty for this origin. */
  releasesUrl: string;
  /** Whether a developer's own machine may serve a remote. */
  overridesAllowed: boolean;
}

const LOCALHOST_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*'];
const LOCALHOST_SOCKETS = ['ws://localhost:*', 'ws://127.0.0.1:*'];

function listOrigin(base: string): string[] {
  return /^https?:/.test(base) ? [new URL(base).origin] : [];
}

/**
 * Creates the document's Content-Security-Policy. Reasons for exceptions to 'self':
 * - style-src nonce: Fluent creates style elements with the nonce in the browser. Other inline styles stay forbidden. Style attributes
 * are not needed, because React and Fluent set styles through the CSSOM.
 * - img-src blob: and data: are for images decoded before upload, crops of objects, and inlined icons of the JSON editor.
 * - The origin of the releases is allowed if they are served elsewhere. Localhost is allowed only if overrides are allowed.
 */
export function createDocumentPolicy({ nonce, apiBase, releasesUrl, overridesAllowed }: PolicyOptions): string {
  const api = listOrigin(apiBase);
  // Releases contain scripts, styles, images and fonts. The host fetches a failed entry again (connect-src) to find the reason.
  const remotes = [...listOrigin(releasesUrl), ...(overridesAllowed ? LOCALHOST_ORIGINS : [])];
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...remotes]],
    ['style-src', ["'self'", `'nonce-${nonce}'`, ...remotes]],
    ['img-src', ["'self'", 'blob:', 'data:', ...api, ...remotes]],
    ['font-src', ["'self'", ...remotes]],
    ['connect-src', ["'self'", ...api, ...remotes, ...(overridesAllowed ? LOCALHOST_SOCKETS : [])]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ];
  return directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/**
 * The Content-Security-Policy of workers, which is independent of the document's. Libraries of workers compile WebAssembly and create
 * functions from strings, which the document must not do. A worker has no access to the document, and may only load files of this origin.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self' data:";
