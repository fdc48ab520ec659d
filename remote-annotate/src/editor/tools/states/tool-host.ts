import type { AnnotationDocument, ShapeSelector } from '../../document/annotation-document';
import type { Handle } from '../../geometry/handles';
import type { ShapeKinds } from '../../kinds/shape-kinds';
import type { LabelledKind } from '../../model/label-memory';
import type { AssistOptions, Prompt } from '../../model/prompt';
import type { Bounds, LabelSet, ImageSize, Shape, ShapeId, ShapeKind, Vec } from '../../model/types';
import type { Viewport } from '../../viewport/viewport';
import type { PointerEditorEvent, PointerType } from '../../input/events';
import type { BoxDrawingMode } from '../../model/box-drawing-mode';
import type { MaskDrawing } from '../../model/mask-drawing';
import type { Draft, Hover, Notice, PendingShape } from './feedback';

/** The position of a pointer in screen pixels, and its type, which determines the precision. */
export interface PointerPosition {
  readonly point: Vec;
  readonly pointerType: PointerType;
}

/** The part of the editor that tools can use. */
export interface ToolHost {
  readonly kinds: ShapeKinds;
  /** Whether shapes can be selected, but not changed. */
  readonly isReadOnly: boolean;
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  readonly imageSize: ImageSize;
  readonly labels: LabelSet;
  readonly selection: readonly ShapeId[];
  /** The only selected shape; undefined if none or several are selected. */
  readonly selectedShape: Shape | undefined;
  readonly selectedShapes: readonly Shape[];
  /** The selected shapes that are not locked. */
  readonly unlockedSelectedShapes: readonly Shape[];
  /** Whether the user chose the selected shapes, for example by a click. False if a command selected them, such as drawing or undo. */
  readonly isPicked: boolean;
  readonly boxDrawingMode: BoxDrawingMode;
  readonly assistOptions: AssistOptions;
  readonly prompt: Prompt | null;
  readonly maskDrawing: MaskDrawing;

  /** Whether gestures and keys ignore the shape. */
  isLocked(id: ShapeId): boolean;
  /** Returns the shape that a click at a position would select. */
  findShapeAt(position: PointerPosition): Shape | undefined;
  /** Returns the handle of the selected shape that a press at a position would drag. */
  findHandleAt(position: PointerPosition): Handle | undefined;
  isSelected(id: ShapeId): boolean;
  /** Replaces the selection with shapes that the user has chosen. Null clears the selection. */
  select(selector: ShapeSelector | null): void;
  /** Selects the result of a command. Null clears the selection. */
  selectByCommand(selector: ShapeSelector | null): void;
  /** Adds a shape to the selection, or removes it. */
  toggleSelected(id: ShapeId): void;
  /** Adds the shapes that lie completely within `bounds` (image pixels) to the selection. */
  selectWithin(bounds: Bounds): void;
  setDraft(draft: Draft | null): void;
  setHover(hover: Hover): void;
  setPending(pending: PendingShape | null): void;
  setPrompt(prompt: Prompt | null): void;
  setAssistOptions(options: Partial<AssistOptions>): void;
  /** Returns the kind of shape that a tool draws now, or null if it draws none. */
  getDrawnKind(tool: string): ShapeKind | null;
  notify(notice: Notice): void;
  /**
   * Returns the position of a new vertex in whole image pixels. It snaps to a nearby vertex of a polygon, unless Ctrl is held.
   * @param exceptId id of a polygon whose vertices are ignored
   */
  snapVertex(
    event: PointerEditorEvent,
    position: Vec,
    exceptId?: ShapeId,
  ): { readonly position: Vec; readonly isSnapped: boolean };
  /** Returns the last used label of the kind, if it still exists. */
  getLastLabel(kind: LabelledKind): string | undefined;
  /** Returns the label that new shapes of the kind get without the label dialog, if it still exists. */
  getStickyLabel(kind: LabelledKind): string | undefined;
  rememberLabel(kind: LabelledKind, labelId: string): void;
}
