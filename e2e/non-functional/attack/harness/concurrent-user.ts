import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../../../server/src/testing/api/client';

/** Maximum duration of another user's call during an attack. */
export const MAX_WAIT_MS = 3000;

/** Requests a list repeatedly during an attack. Returns the result of the attack and the slowest list request in milliseconds. */
export async function runDuringOtherUserRequests<T>(
  otherClient: TestClient,
  attempt: () => Promise<T>,
): Promise<{ value: T; slowest: number }> {
  const state = { isRunning: true, slowest: 0 };
  const pollLists = async () => {
    while (state.isRunning) {
      const startTime = performance.now();
      await otherClient.get('/detection/v2/label/');
      state.slowest = Math.max(state.slowest, performance.now() - startTime);
      await delay(20);
    }
  };
  const pollingLoop = pollLists();
  try {
    return { value: await attempt(), slowest: state.slowest };
  } finally {
    state.isRunning = false;
    await pollingLoop;
  }
}
