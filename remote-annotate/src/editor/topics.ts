import type { AnnotationDocument } from './document/annotation-document';
import { isSameHandle, type Handle } from './geometry/handles';
import { areItemsEqual, isShallowEqual, Signal, type Batcher, type Readable } from './model/signals';
import { DEFAULT_ASSIST_OPTIONS, type AssistOptions, type Prompt } from './model/prompt';
import type { BoxDrawingMode } from './model/box-drawing-mode';
import { DEFAULT_MASK_DRAWING, type MaskDrawing } from './model/mask-drawing';
import type { LabelledKind } from './model/label-memory';
import type { Draft, Hover, Notice, PendingShape } from './tools/states/feedback';
import type { ToolSnapshot } from './tools/tool-manager';
import type { LabelSet, Shape, ShapeId, ShapeKind, Vec } from './model/types';
import type { Camera } from './viewport/camera';

export interface DocumentSnapshot {
  readonly revision: number;
  readonly shapes: readonly Shape[];
  readonly counts: Readonly<Record<ShapeKind, number>>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The observable state. Each field is a separate topic, so that a mouse move changes only `hover` or `draft`. */
export interface EditorState {
  readonly document: DocumentSnapshot;
  /** The selected shapes, in the order of selection within each kind. */
  readonly selection: readonly ShapeId[];
  readonly tool: ToolSnapshot;
  readonly camera: Camera;
  readonly draft: Draft | null;
  readonly hover: Hover;
  readonly pending: PendingShape | null;
  readonly labels: LabelSet;
  /** Whether a press on a handle of the selected shape drags it. Otherwise, no handles are shown. */
  readonly hasHandles: boolean;
  /** Whether all shapes are hidden, except selected shapes and shapes that were drawn afterwards. */
  readonly hidden: boolean;
  /** Shapes that were hidden individually. A hidden shape is shown again when it is selected. */
  readonly hiddenShapeIds: ReadonlySet<ShapeId>;
  /** Shapes that gestures and keys ignore. They can be selected by id, for inspection. */
  readonly locked: ReadonlySet<ShapeId>;
  /** Unfinished drafts of tools other than the chosen tool. */
  readonly suspendedDrafts: readonly Draft[];
  /** The position of the keyboard crosshair in image pixels; null while the pointer is in use. */
  readonly crosshair: Vec | null;
  /** Index of the vertex that the keyboard edits, in the only selected polygon. */
  readonly vertex: number | null;
  readonly boxDrawingMode: BoxDrawingMode;
  readonly maskDrawing: MaskDrawing;
  /** The outline of a suggested change in image pixels. It is painted but is not a shape. */
  readonly suggestion: readonly number[] | null;
  /** Shapes that a command would add. They are painted but are not in the document. */
  readonly preview: readonly Shape[];
  /** A request of the current tool that code outside the editor answers. Null if there is none. */
  readonly prompt: Prompt | null;
  readonly assistOptions: AssistOptions;
  /** Shapes from an earlier version of the annotations, painted behind the current shapes. They cannot be hit or changed. */
  readonly earlier: EarlierShapes | null;
  /** The labels that new shapes get without opening the label dialog. */
  readonly sticky: StickyLabels;
  /** A message that explains an unexpected result of the last gesture. The next press clears the message. */
  readonly notice: Notice | null;
}

/** The shapes of the image at an earlier time. */
export interface EarlierShapes {
  readonly shapes: readonly Shape[];
  /** Ids of the shapes that were changed at that time. These shapes are painted more prominently. */
  readonly changedIds: ReadonlySet<ShapeId>;
  /** The time as text, for display. */
  readonly time: string;
}

/** The label for new shapes of each kind. Null opens the label dialog. */
type StickyLabels = Readonly<Record<LabelledKind, string | null>>;

export type Topic = keyof EditorState;

/** The observable parts of the editor state. */
export type Topics = { readonly [Name in Topic]: Readable<EditorState[Name]> };

/** The topics that the editor sets. The viewport sets the camera. */
export type WritableTopics = { readonly [Name in Exclude<Topic, 'camera'>]: Signal<EditorState[Name]> };

export function createTopics(
  batcher: Batcher,
  document: AnnotationDocument,
  labels: LabelSet,
  tool: ToolSnapshot,
  { selection, locked }: Pick<WritableTopics, 'selection' | 'locked'>,
  sticky: StickyLabels,
): WritableTopics {
  return {
    document: new Signal(createDocumentSnapshot(document), batcher),
    selection,
    tool: new Signal(tool, batcher, isShallowEqual),
    draft: new Signal<Draft | null>(null, batcher),
    hover: new Signal<Hover>({ shapeId: null, handle: null, cursor: 'default' }, batcher, isSameHover),
    pending: new Signal<PendingShape | null>(null, batcher),
    labels: new Signal(labels, batcher),
    hasHandles: new Signal<boolean>(tool.chosenTool === 'select', batcher),
    hidden: new Signal<boolean>(false, batcher),
    hiddenShapeIds: new Signal<ReadonlySet<ShapeId>>(new Set(), batcher),
    locked,
    suspendedDrafts: new Signal<readonly Draft[]>([], batcher, areItemsEqual),
    crosshair: new Signal<Vec | null>(null, batcher),
    vertex: new Signal<number | null>(null, batcher),
    suggestion: new Signal<readonly number[] | null>(null, batcher),
    preview: new Signal<readonly Shape[]>([], batcher, areItemsEqual),
    assistOptions: new Signal<AssistOptions>(DEFAULT_ASSIST_OPTIONS, batcher, isShallowEqual),
    prompt: new Signal<Prompt | null>(null, batcher),
    earlier: new Signal<EarlierShapes | null>(null, batcher),
    boxDrawingMode: new Signal<BoxDrawingMode>('drag', batcher),
    maskDrawing: new Signal<MaskDrawing>(DEFAULT_MASK_DRAWING, batcher, isShallowEqual),
    sticky: new Signal(sticky, batcher, isShallowEqual),
    notice: new Signal<Notice | null>(null, batcher),
  };
}

export function createDocumentSnapshot(document: AnnotationDocument): DocumentSnapshot {
  return {
    revision: document.revision,
    shapes: document.getShapes(),
    counts: document.getCounts(),
    canUndo: document.canUndo,
    canRedo: document.canRedo,
  };
}

function isSameHover(a: Hover, b: Hover): boolean {
  return a.shapeId === b.shapeId && a.cursor === b.cursor && isAtSamePoint(a.handle, b.handle);
}

function isAtSamePoint(a: Handle | null, b: Handle | null): boolean {
  return a && b ? isSameHandle(a, b) && isShallowEqual(a.point, b.point) : a === b;
}
