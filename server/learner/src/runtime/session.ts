import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { InputImage } from '../images/image';
import { SessionCache } from './session-cache';

/** Opens a model. `threads` is the number of processors that it may use. */
export function openSession(model: string | Uint8Array, threads: number): Promise<InferenceSession> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: 'all' } as const;
  // Each overload of `create` accepts only one type of source.
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** Number of sessions that stay open. Opening a session takes about half a second. */
const MAX_CACHED_SESSIONS = 4;
const sessions = new SessionCache(openSession, MAX_CACHED_SESSIONS);

/**
 * Calls `run` with the session of a model file, from the cache if possible. The session may be released after `run`. A path always
 * refers to the same model.
 */
export function runCachedSession<T>(file: string, threads: number, run: (session: InferenceSession) => Promise<T>): Promise<T> {
  return sessions.run(file, threads, run);
}

/** Converts an image to the input of the models: 1 x H x W x 3, RGB from 0 to 255. */
export function toImageTensor({ pixels, width, height }: Pick<InputImage, 'pixels' | 'width' | 'height'>): Tensor {
  return new Tensor('float32', Float32Array.from(pixels), [1, height, width, 3]);
}
