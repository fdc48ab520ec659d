import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../testing/client';

/** A call of another person may take as long while something is tried. */
export const PATIENCE_MS = 3000;

/** Asks for a list again and again while something is tried; answers what came of it, and the longest that a list took. */
export async function besidesOthers<T>(other: TestClient, attempt: () => Promise<T>): Promise<{ value: T; slowest: number }> {
  const looking = { goesOn: true, slowest: 0 };
  const look = async () => {
    while (looking.goesOn) {
      const started = performance.now();
      await other.get('/detection/v2/label/');
      looking.slowest = Math.max(looking.slowest, performance.now() - started);
      await delay(20);
    }
  };
  const looked = look();
  try {
    return { value: await attempt(), slowest: looking.slowest };
  } finally {
    looking.goesOn = false;
    await looked;
  }
}
