import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits until the condition holds. Throws after the timeout, by default 30 s. */
export async function eventually(condition: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`the condition was not met within ${patienceMs / 1000} s: ${condition.toString()}`);
    await delay(50);
  }
}
