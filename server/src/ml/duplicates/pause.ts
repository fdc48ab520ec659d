import { setImmediate } from 'node:timers/promises';

/** Time after which other work of the process may run. */
const SLICE_MS = 10;

/** Creates a function that lets other work of the process run after each time slice. */
export function createPause(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + SLICE_MS;
  };
}
