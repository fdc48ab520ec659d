import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Number of cached predictions. A detection takes at most about 30 KB, a segmentation about 300 KB. */
const MAX_CACHED_PREDICTIONS = 64;
const cache = new Map<string, unknown>();

/**
 * Returns the cached prediction for a model and the content of an image file, or calls `predict`. Caching pays
 * off, because users return to images and several screens request the same image. A model path always refers to
 * the same model. `variant` contains everything else on which the prediction depends.
 */
export async function predictWithCache<T>(modelFile: string, file: string, predict: () => Promise<T>, variant = ''): Promise<T> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const cacheKey = `${modelFile} ${hash.digest('base64')} ${variant}`;
  const prediction = cache.has(cacheKey) ? (cache.get(cacheKey) as T) : await predict();
  cache.delete(cacheKey);
  cache.set(cacheKey, prediction);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED_PREDICTIONS && oldest !== undefined) cache.delete(oldest);
  return prediction;
}
