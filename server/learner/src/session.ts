import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Picture } from './picture';

/** Opens a model. `threads` is how many processors it may keep busy. */
export function openSession(model: string | Uint8Array, threads: number): Promise<InferenceSession> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: 'all' } as const;
  // The overloads of the runtime know one kind of source each.
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** Sessions that were asked last; opening one takes about half a second. */
const KEPT = 4;
const kept = new Map<string, Promise<InferenceSession>>();

/** A model's session, kept for the next question. `file` names the same model for ever. */
export function keptSession(file: string, threads: number): Promise<InferenceSession> {
  const session = kept.get(file) ?? openSession(file, threads);
  kept.delete(file);
  kept.set(file, session);
  session.catch(() => kept.delete(file));
  const [oldest] = kept.keys();
  // Not released: a question may still be running in it. Its memory goes with the last reference.
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return session;
}

/** A picture as the models take it: 1 x H x W x 3, RGB of 0 to 255. */
export function pictureTensor({ pixels, width, height }: Pick<Picture, 'pixels' | 'width' | 'height'>): Tensor {
  return new Tensor('float32', Float32Array.from(pixels), [1, height, width, 3]);
}
