/** The file of the library. It is copied into the build and loaded by the worker. */
const LIBRARY = new URL('@techstark/opencv-js/dist/opencv.js', import.meta.url);
/** The bundled worker. */
const SCRIPT = new URL('./assist.worker.ts', import.meta.url);
const RELEASES_PATH = '/remotes/';

/**
 * Starts the worker and loads its library, about 3 MB. Browsers start workers of the page's own origin only, so a release on another
 * origin is loaded from the server of the page, which serves all releases.
 */
export function createWorker(): { readonly worker: Worker; readonly library: string } {
  return { worker: new Worker(toOwnOrigin(SCRIPT)), library: toOwnOrigin(LIBRARY).href };
}

function toOwnOrigin(url: URL): URL {
  const start = url.pathname.indexOf(RELEASES_PATH);
  return url.origin === location.origin || start < 0 ? url : new URL(url.pathname.slice(start), location.origin);
}
