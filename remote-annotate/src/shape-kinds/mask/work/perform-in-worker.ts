import { toOwnOrigin } from '../../../workers/own-origin';
import type { MaskTask, MaskTaskResult } from './mask-task';

const SCRIPT = new URL('./mask.worker.ts', import.meta.url);

/** Performs a task in its own worker. Rejects if the task fails or is aborted. An abort stops the worker at once. */
export async function performInWorker(task: MaskTask, signal: AbortSignal): Promise<MaskTaskResult> {
  signal.throwIfAborted();
  const worker = new Worker(toOwnOrigin(SCRIPT));
  try {
    return await new Promise<MaskTaskResult>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<MaskTaskResult>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message || 'The worker could not be loaded'));
      signal.addEventListener('abort', () => reject(new Error('The task was aborted')), { once: true });
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
