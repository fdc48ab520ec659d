import type { AnnotationDocument } from './document/annotation-document';
import type { Handle } from './geometry/handles';
import { shallowEqual, Signal, type Batcher, type Readable } from './signals';
import type { BoxWay } from './tools/box-way';
import type { LabelledKind } from './label-memory';
import type { Draft, Hover, Notice, PendingShape } from './tools/feedback';
import type { ToolSnapshot } from './tools/tool-manager';
import type { LabelSet, Shape, ShapeId, ShapeKind, Vec } from './types';
import type { Camera } from './viewport/camera';

export interface DocumentSnapshot {
  readonly revision: number;
  readonly shapes: readonly Shape[];
  readonly counts: Readonly<Record<ShapeKind, number>>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What can be watched, each on its own: a mouse move touches `hover` or `draft` and nothing else. */
export interface EditorSnapshot {
  readonly document: DocumentSnapshot;
  /** All of one kind, in the order in which they were selected. */
  readonly selection: readonly ShapeId[];
  readonly tool: ToolSnapshot;
  readonly camera: Camera;
  readonly draft: Draft | null;
  readonly hover: Hover;
  readonly pending: PendingShape | null;
  readonly labels: LabelSet;
  /** Whether a press on a handle of the selected shape drags it; otherwise no handles are shown. */
  readonly hasHandles: boolean;
  /** Hide-all: only what is selected, or was drawn since, is drawn and can be hit. */
  readonly hidden: boolean;
  /** Shapes that were hidden one by one; selecting one shows it again. */
  readonly concealed: ReadonlySet<ShapeId>;
  /** Shapes that gestures and keys leave alone; they can be selected by id, to be looked at. */
  readonly locked: ReadonlySet<ShapeId>;
  /** What was begun with other tools than the chosen one. */
  readonly parked: readonly Draft[];
  /** Where the arrow keys have moved the crosshair, in picture pixels; null while the pointer leads. */
  readonly crosshair: Vec | null;
  /** Which vertex of the one selected polygon the keys work on. */
  readonly vertex: number | null;
  readonly boxWay: BoxWay;
  /** The outline of what somebody else would have here, in picture pixels: it is drawn, and is no shape. */
  readonly suggestion: readonly number[] | null;
  /** The labels that new shapes get without being asked for. */
  readonly sticky: StickyLabels;
  /** What the last gesture came to, where that is not what was meant; gone with the next press. */
  readonly notice: Notice | null;
}

export type StickyLabels = Readonly<Record<LabelledKind, string | null>>;

export type Topic = keyof EditorSnapshot;

export type Topics = { readonly [Name in Topic]: Readable<EditorSnapshot[Name]> };

/** The topics that the Editor sets itself; the camera is the viewport's. */
export type WritableTopics = { readonly [Name in Exclude<Topic, 'camera'>]: Signal<EditorSnapshot[Name]> };

export function createTopics(
  batcher: Batcher,
  document: AnnotationDocument,
  labels: LabelSet,
  tool: ToolSnapshot,
  { selection, locked }: Pick<WritableTopics, 'selection' | 'locked'>,
  sticky: StickyLabels,
): WritableTopics {
  return {
    document: new Signal(snapshotOf(document), batcher),
    selection,
    tool: new Signal(tool, batcher, shallowEqual),
    draft: new Signal<Draft | null>(null, batcher),
    hover: new Signal<Hover>({ shapeId: null, handle: null, cursor: 'default' }, batcher, sameHover),
    pending: new Signal<PendingShape | null>(null, batcher),
    labels: new Signal(labels, batcher),
    hasHandles: new Signal<boolean>(tool.chosen === 'select', batcher),
    hidden: new Signal<boolean>(false, batcher),
    concealed: new Signal<ReadonlySet<ShapeId>>(new Set(), batcher),
    locked,
    parked: new Signal<readonly Draft[]>([], batcher, sameItems),
    crosshair: new Signal<Vec | null>(null, batcher),
    vertex: new Signal<number | null>(null, batcher),
    suggestion: new Signal<readonly number[] | null>(null, batcher),
    boxWay: new Signal<BoxWay>('drag', batcher),
    sticky: new Signal(sticky, batcher, shallowEqual),
    notice: new Signal<Notice | null>(null, batcher),
  };
}

export function snapshotOf(document: AnnotationDocument): DocumentSnapshot {
  return {
    revision: document.revision,
    shapes: document.shapes(),
    counts: document.counts(),
    canUndo: document.canUndo,
    canRedo: document.canRedo,
  };
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function sameHover(a: Hover, b: Hover): boolean {
  return a.shapeId === b.shapeId && a.cursor === b.cursor && sameHandle(a.handle, b.handle);
}

function sameHandle(a: Handle | null, b: Handle | null): boolean {
  if (!a || !b) return a === b;
  const { point: pointA, ...restA } = a;
  const { point: pointB, ...restB } = b;
  return shallowEqual(restA, restB) && shallowEqual(pointA, pointB);
}
