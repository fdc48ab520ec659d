import type { Stroke } from '../../editor/model/prompt';
import type { Vec } from '../../editor/model/types';

/** A computation in the worker. Coordinates are image pixels. */
export type VisionTask =
  /** Finds connected pixels whose colour is similar to the colour at the start of the strokes. `tolerance` ranges from 1 to 60. */
  | { readonly type: 'wand'; readonly strokes: readonly Stroke[]; readonly tolerance: number }
  /** Finds the object inside an outline, or under the strokes if the outline is null. */
  | { readonly type: 'grab-cut'; readonly outline: readonly number[] | null; readonly strokes: readonly Stroke[] }
  /** Finds the object inside an outline that was drawn too large. */
  | { readonly type: 'shrink'; readonly outline: readonly number[] }
  /** Finds the line along edges of the image. The resulting outline is open, and the region is empty. */
  | { readonly type: 'trace'; readonly from: Vec; readonly to: Vec };
