import type { BitmapPlacement, Suggestion } from '../../editor/model/region';
import type { VisionTask } from '../vision/task';

export interface WorkerRequest {
  readonly id: number;
  readonly placement: BitmapPlacement;
  /** The pixels of this part of the image. Null if the worker has them from the previous request. */
  readonly bitmap: ImageBitmap | null;
  readonly task: VisionTask;
}

export type WorkerResponse =
  | { readonly id: number; readonly suggestion: Suggestion }
  | { readonly id: number; readonly error: string };
