import type { DrawingToolId, ShapeKind } from '../../model/types';
import type { AnyTool } from './tool';
import type { ToolHost } from './tool-host';

/** The tool that draws a kind of shape. */
export interface DrawingTool {
  readonly id: DrawingToolId;
  readonly kind: ShapeKind;
  /** All kinds of shapes that the tool can draw, if there are several. The user chooses one of them. */
  readonly kinds?: readonly ShapeKind[];
  /** Whether the tool changes existing shapes. If so, a command chooses the tool instead of a button, and the tool is not remembered as the last tool. */
  readonly isCommand?: boolean;
  create(host: ToolHost, onTransition: () => void): AnyTool<DrawingToolId>;
}
