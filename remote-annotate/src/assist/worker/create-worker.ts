import { toOwnOrigin } from '../../workers/own-origin';

/** The file of OpenCV.js. It is copied into the build and loaded by the worker. */
const OPENCV_URL = new URL('@techstark/opencv-js/dist/opencv.js', import.meta.url);
/** The bundled worker. */
const WORKER_SCRIPT_URL = new URL('./assist.worker.ts', import.meta.url);

/** Starts the worker. Tell the worker to load OpenCV.js (about 3 MB) from the returned URL. */
export function createWorker(): { readonly worker: Worker; readonly library: string } {
  return { worker: new Worker(toOwnOrigin(WORKER_SCRIPT_URL)), library: toOwnOrigin(OPENCV_URL).href };
}
