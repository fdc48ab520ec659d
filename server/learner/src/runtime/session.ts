import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { InputImage } from '../images/image';

/** Opens a model. `threads` is the number of processors that it may use. */
export function openSession(model: string | Uint8Array, threads: number): Promise<InferenceSession> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: 'all' } as const;
  // Each overload of `create` accepts only one type of source.
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** Number of sessions that stay open. Opening one takes about half a second. */
const MAX_CACHED_SESSIONS = 4;
const sessions = new Map<string, Promise<InferenceSession>>();

/** Returns the session of a model file, from the cache if possible. A path always refers to the same model. */
export function getCachedSession(file: string, threads: number): Promise<InferenceSession> {
  const session = sessions.get(file) ?? openSession(file, threads);
  sessions.delete(file);
  sessions.set(file, session);
  session.catch(() => sessions.delete(file));
  const [oldest] = sessions.keys();
  // The session is not released, as a prediction may still use it. Its memory is freed with the last reference.
  if (sessions.size > MAX_CACHED_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return session;
}

/** Converts an image to the input of the models: 1 x H x W x 3, RGB from 0 to 255. */
export function toImageTensor({ pixels, width, height }: Pick<InputImage, 'pixels' | 'width' | 'height'>): Tensor {
  return new Tensor('float32', Float32Array.from(pixels), [1, height, width, 3]);
}
