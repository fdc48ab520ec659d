import { toOwnOrigin } from './own-origin';

/** The file of the library. It is copied into the build and loaded by the worker. */
const LIBRARY = new URL('@techstark/opencv-js/dist/opencv.js', import.meta.url);
/** The bundled worker. */
const SCRIPT = new URL('./assist.worker.ts', import.meta.url);

/** Starts the worker, which loads its library, about 3 MB. */
export function createWorker(): { readonly worker: Worker; readonly library: string } {
  return { worker: new Worker(toOwnOrigin(SCRIPT)), library: toOwnOrigin(LIBRARY).href };
}
