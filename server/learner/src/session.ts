import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Picture } from './picture';

/** Opens a model. `threads` is how many processors it may keep busy. */
export function openSession(model: string | Uint8Array, threads: number): Promise<InferenceSession> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, graphOptimizationLevel: 'all' } as const;
  // The overloads of the runtime know one kind of source each.
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** A picture as the models take it: 1 x H x W x 3, RGB of 0 to 255. */
export function pictureTensor({ pixels, width, height }: Pick<Picture, 'pixels' | 'width' | 'height'>): Tensor {
  return new Tensor('float32', Float32Array.from(pixels), [1, height, width, 3]);
}
