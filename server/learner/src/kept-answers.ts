import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Answers that are kept: of detection one has some 30 KB at most, of segmentation ten times as much. */
const KEPT = 64;
const kept = new Map<string, unknown>();

/**
 * What a model says of a picture's content, asked once: people go back to a picture, and a picture is asked about by several
 * screens. `model` names the same model for ever; `further` is what else the answer depends on.
 */
export async function keptAnswer<T>(model: string, file: string, ask: () => Promise<T>, further = ''): Promise<T> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const key = `${model} ${hash.digest('base64')} ${further}`;
  const known = kept.has(key);
  const answer = known ? (kept.get(key) as T) : await ask();
  kept.delete(key);
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;
}
