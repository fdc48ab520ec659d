import { toOwnOrigin } from '../../workers/own-origin';

/** The file of the library. It is copied into the build and loaded by the worker. */
const LIBRARY = new URL('@techstark/opencv-js/dist/opencv.js', import.meta.url);
/** The bundled worker. */
const SCRIPT = new URL('./assist.worker.ts', import.meta.url);

/** Starts the worker, which loads its library of about 3 MB from the returned URL. */
export function createWorker(): { readonly worker: Worker; readonly library: string } {
  return { worker: new Worker(toOwnOrigin(SCRIPT)), library: toOwnOrigin(LIBRARY).href };
}
