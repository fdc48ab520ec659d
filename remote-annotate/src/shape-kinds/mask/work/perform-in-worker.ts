import { toOwnOrigin } from '../../../workers/own-origin';
import type { MaskTask, MaskTaskResult } from './mask-task';

const WORKER_SCRIPT_URL = new URL('./mask.worker.ts', import.meta.url);

/** Performs tasks in a new worker. Rejects if a task fails or the signal aborts. An abort terminates the worker at once. */
export async function performInWorker(tasks: readonly MaskTask[], signal: AbortSignal): Promise<readonly MaskTaskResult[]> {
  signal.throwIfAborted();
  const worker = new Worker(toOwnOrigin(WORKER_SCRIPT_URL));
  try {
    return await new Promise<readonly MaskTaskResult[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<readonly MaskTaskResult[]>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message || 'The worker could not be loaded'));
      signal.addEventListener('abort', () => reject(new Error('The tasks were aborted')), { once: true });
      worker.postMessage(tasks);
    });
  } finally {
    worker.terminate();
  }
}
