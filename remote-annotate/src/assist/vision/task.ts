import type { Stroke } from '../../editor/model/prompt';
import type { Vec } from '../../editor/model/types';

/** What the worker computes. Coordinates are image pixels. */
export type VisionTask =
  /** Pixels whose colour is like that at the start of the strokes. `tolerance`: 1 to 60. */
  | { readonly type: 'wand'; readonly strokes: readonly Stroke[]; readonly tolerance: number }
  /** The object inside an outline, or under the strokes if the outline is null. */
  | { readonly type: 'grab-cut'; readonly outline: readonly number[] | null; readonly strokes: readonly Stroke[] }
  /** The object that an outline encloses loosely, for shapes that are drawn too large. */
  | { readonly type: 'shrink'; readonly outline: readonly number[] }
  /** The line along edges of the image. Its outline is open, and its region is empty. */
  | { readonly type: 'trace'; readonly from: Vec; readonly to: Vec };
