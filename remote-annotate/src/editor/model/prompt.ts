import type { BoxData, Vec } from './types';

/** A line that the user draws over the object or over the background. A click is a line with one position. */
export interface Stroke {
  /** Flat list of positions in image pixels. */
  readonly points: readonly number[];
  /** True if the stroke marks the object, false if it marks the background. */
  readonly isObject: boolean;
}

/** A request of a tool that needs code outside the editor, which is loaded on demand. Coordinates are image pixels. */
export type Prompt =
  /** Divide the selected polygons along a line `[x1, y1, x2, y2]`. */
  { readonly type: 'cut'; readonly line: readonly [number, number, number, number] } | AssistPrompt;

/** A request to find something in the pixels of the image. The result is passed to `resolvePrompt` of the editor. */
export type AssistPrompt =
  /** Find the pixels whose colour is similar to the colour at the start of the strokes. `tolerance` ranges from 1 to 60. */
  | { readonly type: 'wand'; readonly strokes: readonly Stroke[]; readonly tolerance: number }
  /** Find the object inside a box, or under the strokes if the box is null. */
  | { readonly type: 'grab-cut'; readonly box: BoxData | null; readonly strokes: readonly Stroke[] }
  | ModelPrompt
  /** Find a line along edges of the image. */
  | { readonly type: 'trace'; readonly from: Vec; readonly to: Vec };

/** Find an object with the interactive model of the server, from the start positions of the strokes or from the box. */
export interface ModelPrompt {
  readonly type: 'model';
  readonly box: BoxData | null;
  readonly strokes: readonly Stroke[];
  /**
   * The previous prompt for the same object, to which this prompt adds a point. The model starts from the previous result. Null for the
   * first point, and for a new box.
   */
  readonly refines: ModelPrompt | null;
}

export const ASSIST_MODES = ['wand', 'box', 'scribble', 'scissors', 'model'] as const;
export type AssistMode = (typeof ASSIST_MODES)[number];
/** The methods that need no model. */
export const PIXEL_MODES: readonly AssistMode[] = ['wand', 'box', 'scribble', 'scissors'];

export const ASSIST_KINDS = ['polygon', 'mask', 'object'] as const;
type AssistKind = (typeof ASSIST_KINDS)[number];

/** Whether a suggestion is added to the selected mask or removed from it. */
export type MaskOperation = 'add' | 'subtract';

/** The options of the tool that finds objects. */
export interface AssistOptions {
  readonly mode: AssistMode;
  /** The kind of the new shapes: the outline of the object, its pixels, or the box around it. */
  readonly kind: AssistKind;
  /** The methods that are offered: all, or only the methods without a model if the server has no model. */
  readonly modes: readonly AssistMode[];
  /** Tolerance of the magic wand, 1 to 60. */
  readonly tolerance: number;
  /** Whether strokes mark the background. Shift reverses this. */
  readonly isRemoving: boolean;
}

export const MAX_TOLERANCE = 60;
export const DEFAULT_ASSIST_OPTIONS: AssistOptions = {
  mode: 'wand',
  modes: PIXEL_MODES,
  kind: 'polygon',
  tolerance: 12,
  isRemoving: false,
};
