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
  /** The tools that draw these kinds of shapes. */
  readonly tools: readonly DrawingTool[];
  readonly imageSize: ImageSize;
  readonly labels?: LabelSet;
  readonly tool?: ToolId;
  readonly boxDrawingMode?: BoxDrawingMode;
  readonly maskDrawing?: MaskDrawing;
  readonly assistOptions?: Partial<AssistOptions>;
  /** Whether the user may only view the shapes: shapes can be selected, but not drawn, changed or deleted. Default: false. */
  readonly isReadOnly?: boolean;
  readonly keys?: Keymap;
  /** Pass one clipboard to several editors to share copies between images. By default, each editor has its own. */
  readonly clipboard?: Clipboard;
  /** Stores the recently used labels. By default, they are stored as long as the editor exists. */
  readonly labelMemory?: LabelMemory;
  /** Returns a time in milliseconds. Only differences between two calls are used. */
  readonly now?: () => number;
}
