import { setImmediate } from 'node:timers/promises';

/** Maximum duration of uninterrupted work. */
const SLICE_MS = 10;

/** Creates a function that returns to the event loop after each time slice, so that other work of the process can run. */
export function createPause(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + SLICE_MS;
  };
}
