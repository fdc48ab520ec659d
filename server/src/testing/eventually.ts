import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits until the condition holds; fails when it does not come to pass in time, half a minute unless told. */
export async function eventually(condition: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass within ${patienceMs / 1000} s: ${condition.toString()}`);
    await delay(50);
  }
}
