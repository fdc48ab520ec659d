import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;

/** Waits until the condition holds. Throws after the timeout, by default 30 s. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition was not met within ${timeoutMs / 1000} s: ${condition.toString()}`);
    await delay(50);
  }
}
