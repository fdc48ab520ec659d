import type { ShapeKinds } from './kinds/shape-kinds';
import type { Keymap } from './keys/keymap';
import type { BoxDrawingMode } from './model/box-drawing-mode';
import type { LabelMemory } from './model/label-memory';
import type { MaskDrawing } from './model/mask-drawing';
import type { AssistOptions } from './model/prompt';
import type { ImageSize, LabelSet } from './model/types';
import type { Clipboard } from './selection/clipboard';
import type { DrawingTool } from './tools/states/drawing-tool';
import type { ToolId } from './tools/tool-manager';

export interface EditorOptions {
  /** The kinds of shapes that the document can contain. */
  readonly kinds: ShapeKinds;
  /** The tools that draw them. */
  readonly tools: readonly DrawingTool[];
  readonly imageSize: ImageSize;
  readonly labels?: LabelSet;
  readonly tool?: ToolId;
  readonly boxDrawingMode?: BoxDrawingMode;
  readonly maskDrawing?: MaskDrawing;
  readonly assistOptions?: Partial<AssistOptions>;
  /** Whether the user may only look at the shapes: they can be selected, but not drawn, changed or deleted. Default: false. */
  readonly isReadOnly?: boolean;
  readonly keys?: Keymap;
  /** Shared between images; by default, copies stay in this editor. */
  readonly clipboard?: Clipboard;
  /** Stores the recently used labels; by default, for the life of this editor. */
  readonly labelMemory?: LabelMemory;
  /** Returns milliseconds. Only differences between two calls matter. */
  readonly now?: () => number;
}
