import { waitUntilReady, type LoadingOpenCv } from '../vision/opencv';
import { deleteScene, performTask } from '../vision/perform-task';
import { Scene } from '../vision/scene';
import type { WorkerRequest, WorkerResponse } from './protocol';

/** The members of the worker's global scope that this file uses. The DOM types do not declare them. */
interface WorkerScope {
  cv?: LoadingOpenCv;
  importScripts(url: string): void;
  onmessage: ((event: MessageEvent<{ readonly library: string } | WorkerRequest>) => void) | null;
  postMessage(message: 'ready' | WorkerResponse): void;
}

const scope = self as unknown as WorkerScope;
let scene: Scene | null = null;

scope.onmessage = ({ data }) => {
  if ('library' in data) load(data.library);
  else scope.postMessage(respond(data));
};

/** Loads the library. A failure causes an error event of the worker. */
function load(url: string): void {
  scope.importScripts(url);
  const { cv } = scope;
  if (!cv) throw new Error('The library did not define cv');
  void waitUntilReady(cv).then(() => scope.postMessage('ready'));
}

function respond({ id, placement, bitmap, task }: WorkerRequest): WorkerResponse {
  try {
    const { cv } = scope;
    if (!cv) throw new Error('The library is not loaded');
    if (bitmap) {
      const previousScene = scene;
      // Reset the scene first, so that no deleted scene remains if the next line fails.
      scene = null;
      if (previousScene) deleteScene(previousScene);
      scene = new Scene(cv, placement, readPixels(bitmap));
    }
    if (!scene) throw new Error('The first request needs pixels');
    return { id, suggestion: performTask(scene, task) };
  } catch (error) {
    // OpenCV throws numbers instead of errors.
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function readPixels(bitmap: ImageBitmap): Uint8ClampedArray {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser cannot read the pixels');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
}
