import { areLongTasks, performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';

/** Performs tasks, in a worker if they would delay the page. Rejects if a task fails or `signal` aborts. An abort stops the worker. */
export async function performMaskTasks(tasks: readonly MaskTask[], signal: AbortSignal): Promise<readonly MaskTaskResult[]> {
  if (!areLongTasks(tasks)) return tasks.map(performMaskTask);
  // Load the code of the worker on demand, because only large masks need it.
  return (await import('./perform-in-worker')).performInWorker(tasks, signal);
}
