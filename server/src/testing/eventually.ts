import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits until the condition holds; fails when it does not come to pass within half a minute. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not come to pass within ${PATIENCE_MS / 1000} s: ${condition.toString()}`);
    await delay(50);
  }
}
