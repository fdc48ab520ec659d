import type { AnnotationDocument, Which } from '../document/annotation-document';
import type { Handle } from '../geometry/handles';
import type { LabelledKind } from '../label-memory';
import type { Bounds, LabelSet, PictureSize, Shape, ShapeId, Vec } from '../types';
import type { Viewport } from '../viewport/viewport';
import type { PointerEditorEvent, PointerType } from '../input/events';
import type { BoxWay } from './box-way';
import type { Draft, Hover, Notice, PendingShape } from './feedback';

/** Where a pointer is, for tools: screen pixels, and how coarse it is. */
export interface Pick {
  readonly point: Vec;
  readonly pointerType: PointerType;
}

/** What tools may see and do; the Editor is one. */
export interface ToolHost {
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  readonly picture: PictureSize;
  readonly labels: LabelSet;
  readonly selection: readonly ShapeId[];
  /** The one selected shape; undefined where none or several are. */
  readonly selectedShape: Shape | undefined;
  readonly selectedShapes: readonly Shape[];
  /** Those of the selected that are not locked. */
  readonly freeShapes: readonly Shape[];
  /** Whether the user picked the selected shapes; false where a command left them selected, such as drawing or undo. */
  readonly isPicked: boolean;
  readonly boxWay: BoxWay;

  /** The shape that a click here would select. */
  shapeAt(pick: Pick): Shape | undefined;
  /** The handle of the selected shape that a press here would take. */
  handleAt(pick: Pick): Handle | undefined;
  isSelected(id: ShapeId): boolean;
  /** Selects these alone because the user picked them; null: nothing. */
  select(which: Which | null): void;
  /** Selects these alone as the result of a command; null: nothing. */
  highlight(which: Which | null): void;
  /** Adds a shape to the selection, or takes it away. */
  toggleSelected(id: ShapeId): void;
  /** Adds what lies wholly within bounds (picture pixels). */
  selectWithin(bounds: Bounds): void;
  setDraft(draft: Draft | null): void;
  setHover(hover: Hover): void;
  setPending(pending: PendingShape | null): void;
  notify(notice: Notice): void;
  /**
   * Where a vertex goes for a pointer, in whole picture pixels: to that of a polygon nearby, unless Ctrl is held.
   * @param except the polygon whose own vertices do not count
   */
  vertexFor(event: PointerEditorEvent, position: Vec, except?: ShapeId): { readonly position: Vec; readonly snapped: boolean };
  /** The label that was last given to a new shape of the kind, if it is still there. */
  lastLabel(kind: LabelledKind): string | undefined;
  /** The label that new shapes of the kind get without being asked for, if it is still there. */
  stickyLabel(kind: LabelledKind): string | undefined;
  rememberLabel(kind: LabelledKind, labelId: string): void;
}
