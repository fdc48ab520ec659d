import { AnnotationDocument, type Which } from './document/annotation-document';
import { changedId, type Change, type ChangeEvent } from './document/changes';
import type { OutsideStep } from './document/history';
import { handlesOf, nearestHandle, type Handle } from './geometry/handles';
import { hitsOutline, shapeBounds } from './geometry/shape';
import { SpatialIndex } from './geometry/spatial-index';
import type { EditorEvent } from './input/events';
import { InputRouter } from './input/input-router';
import { shortMemory, type LabelledKind, type LabelMemory } from './label-memory';
import { Selection } from './selection';
import { Batcher, shallowEqual } from './signals';
import type { ConfirmResult, Draft, Hover, PendingShape } from './tools/feedback';
import { HANDLE_REACH, SHAPE_REACH } from './tools/thresholds';
import type { Pick, ToolHost } from './tools/tool-host';
import { ToolManager, type ToolId } from './tools/tool-manager';
import { createTopics, snapshotOf, type EditorSnapshot, type Topic, type Topics, type WritableTopics } from './topics';
import type { Bounds, LabelSet, PictureSize, Shape, ShapeId, ShapeKind, Vec } from './types';
import { Viewport } from './viewport/viewport';

export interface EditorOptions {
  readonly picture: PictureSize;
  readonly labels?: LabelSet;
  readonly tool?: ToolId;
  /** Where the labels last given are kept; without one, as long as this editor. */
  readonly labelMemory?: LabelMemory;
  /** Milliseconds; only differences matter. */
  readonly now?: () => number;
}

/** A handle reaches over at most this share of the longer side of its shape, so that a small one can still be moved. */
const HANDLE_SHARE = 1 / 3;

const NO_HOVER: Hover = { shapeId: null, handle: null, cursor: 'default' };

/** The editor of one picture: another picture is another Editor. Holds no DOM, no timers and nothing to dispose of. */
export class Editor implements ToolHost {
  readonly picture: PictureSize;
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  /** Each is `{subscribe, getSnapshot}` for useSyncExternalStore. */
  readonly topics: Topics;
  private readonly signals: WritableTopics;
  private readonly batcher = new Batcher();
  private readonly index = new SpatialIndex();
  private readonly selected: Selection;
  private readonly tools: ToolManager;
  private readonly router: InputRouter;
  private readonly labelMemory: LabelMemory;
  private lastSnapshot: EditorSnapshot | null = null;

  constructor({ picture, labels = { object: [], polygon: [] }, tool = 'select', labelMemory, now }: EditorOptions) {
    this.picture = picture;
    this.labelMemory = labelMemory ?? shortMemory();
    this.document = new AnnotationDocument({ picture, now });
    this.viewport = new Viewport(picture, this.batcher);
    this.tools = new ToolManager(this, tool, () => this.signals.tool.set(this.tools.snapshot));
    this.selected = new Selection(this.document, this.batcher);
    this.signals = createTopics(this.batcher, this.document, labels, this.tools.snapshot, this.selected.topic);
    this.topics = { ...this.signals, camera: this.viewport.topic };
    this.router = new InputRouter(this, this.tools);
    this.selected.topic.subscribe(() => this.unconceal(this.selection));
    this.document.listen((event) => this.batcher.run(() => this.onDocumentChange(event)));
    this.tools.below.enter();
  }

  /** Takes an input event; returns whether it was used, so that the caller prevents the browser's own use of it. */
  dispatch(event: EditorEvent): boolean {
    return this.batcher.run(() => this.router.route(event));
  }

  /** Everything at once; the same object until something changes. */
  readonly getSnapshot = (): EditorSnapshot => {
    const names = Object.keys(this.topics) as Topic[];
    const next = Object.fromEntries(names.map((name) => [name, this.topics[name].getSnapshot()])) as unknown as EditorSnapshot;
    if (!this.lastSnapshot || !shallowEqual(this.lastSnapshot, next)) this.lastSnapshot = next;
    return this.lastSnapshot;
  };

  /** Tells of any change of any topic. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const ends = Object.values(this.topics).map((topic) => topic.subscribe(listener));
    return () => ends.forEach((end) => end());
  };

  get labels(): LabelSet {
    return this.signals.labels.getSnapshot();
  }

  get selection(): readonly ShapeId[] {
    return this.selected.ids;
  }

  get selectedShapes(): readonly Shape[] {
    return this.selected.shapes;
  }

  /** The one selected shape; undefined where none or several are. */
  get selectedShape(): Shape | undefined {
    const [id, ...others] = this.selection;
    return id === undefined || others.length > 0 ? undefined : this.document.get(id);
  }

  isSelected(id: ShapeId): boolean {
    return this.selected.has(id);
  }

  /** The one selected shape as the drag under way shows it. */
  get activeShape(): Shape | undefined {
    const draft = this.signals.draft.getSnapshot();
    return draft?.type === 'edit' ? draft.shape : this.selectedShape;
  }

  setLabels(labels: LabelSet): void {
    this.signals.labels.set(labels);
  }

  setTool(tool: ToolId): void {
    this.batcher.run(() => this.tools.choose(tool));
  }

  /** Whether the tool has what it needs: boxes and polygons cannot be drawn without labels of their kind. */
  canDraw(tool: ToolId): boolean {
    if (tool === 'detection') return this.labels.object.length > 0;
    return tool !== 'polygon' || this.labels.polygon.length > 0;
  }

  /** Hides all shapes but the selected ones, or shows all, those too that were hidden one by one. */
  setHidden(hidden: boolean): void {
    this.batcher.run(() => {
      this.signals.hidden.set(hidden);
      if (!hidden) this.unconceal([...this.signals.concealed.getSnapshot()]);
    });
  }

  /** Hides the selected shapes, which are then not selected; they cannot be hit until they are shown. Returns whether there were any. */
  hideSelected(): boolean {
    const { selection } = this;
    if (this.tools.below.busy !== 'idle' || selection.length === 0) return false;
    this.batcher.run(() => {
      this.select(null);
      this.signals.concealed.set(new Set([...this.signals.concealed.getSnapshot(), ...selection]));
      this.setHover(NO_HOVER);
    });
    return true;
  }

  isConcealed(id: ShapeId): boolean {
    return this.signals.concealed.getSnapshot().has(id);
  }

  /** Selects these alone, or with null nothing: what is in the document, and of one kind with the first of them. */
  select(which: Which | null): void {
    this.selected.set(which);
  }

  /** Adds a shape to the selection or takes it away; one of another kind takes the place of all. */
  toggleSelected(id: ShapeId): void {
    this.selected.toggle(id);
  }

  /** Adds what is seen and lies wholly within `bounds` (picture pixels), of one kind. */
  selectWithin(bounds: Bounds): void {
    if (this.signals.hidden.getSnapshot()) return;
    this.selected.add(this.index.within(bounds).filter(({ id }) => !this.isConcealed(id)));
  }

  /** Selects the next (1) or previous (-1) shape and brings it into view. Returns false at the end of the list. */
  selectNext(direction: 1 | -1): boolean {
    if (this.tools.below.busy !== 'idle') return false;
    const shapes = this.document.shapes().filter(({ id }) => !this.isConcealed(id));
    const last = this.selectedShapes.at(-1);
    const at = last ? shapes.indexOf(last) + direction : direction === 1 ? 0 : shapes.length - 1;
    const next = shapes[at];
    if (!next) return false;
    this.batcher.run(() => {
      this.select(next.id);
      this.reveal(next.id);
    });
    return true;
  }

  /** Brings a shape into view. */
  reveal(id: ShapeId): void {
    const shape = this.document.get(id);
    if (shape) this.viewport.reveal(shapeBounds(shape));
  }

  /** Gives the pending shape its label id, or a point its name (trimmed); selects the new shape. */
  confirmPending(choice: string): ConfirmResult {
    return this.batcher.run(() => this.tools.below.confirm(choice));
  }

  /** Drops the pending shape. */
  cancelPending(): void {
    if (this.signals.pending.getSnapshot()) this.batcher.run(() => this.tools.below.cancel());
  }

  /** Does nothing while a shape is being created or dragged; so do the commands below. */
  deleteSelected(): boolean {
    return this.tools.below.busy === 'idle' && this.document.delete(this.selection);
  }

  /** Returns the copies, which are then selected. */
  duplicateSelected(): readonly Shape[] {
    if (this.tools.below.busy !== 'idle') return [];
    return this.batcher.run(() => {
      const copies = this.document.duplicateMany(this.selection);
      if (copies.length > 0) this.select(copies.map(({ id }) => id));
      return copies;
    });
  }

  /** Moves the selected shapes by picture pixels; quick repeats are one undo step. Returns whether there was one to move. */
  nudgeSelected(delta: Vec): boolean {
    const { selection } = this;
    if (this.tools.below.busy !== 'idle' || selection.length === 0) return false;
    this.document.move(selection, delta, { coalesceKey: `nudge:${selection.join()}` });
    return true;
  }

  /** Deletes all shapes, of some kinds or of all, as one undo step; returns how many. */
  eraseAll(kinds?: readonly ShapeKind[]): number {
    return this.tools.below.busy === 'idle' ? this.document.eraseAll(kinds) : 0;
  }

  /** Files a command whose effect lies outside the document on the undo stack, in its turn among those of the document. */
  recordOutside(step: OutsideStep, coalesceKey?: string): void {
    this.batcher.run(() => {
      this.document.recordOutside(step, coalesceKey);
      this.showHistory();
    });
  }

  /** Takes back the last command, or the last vertex of a polygon that is being drawn. */
  undo(): void {
    this.batcher.run(() => {
      if (this.tools.below.busy !== 'idle') return void this.tools.below.undoStep();
      this.selectChanged(this.document.undo());
      this.showHistory();
    });
  }

  redo(): void {
    if (this.tools.below.busy !== 'idle') return;
    this.batcher.run(() => {
      this.selectChanged(this.document.redo());
      this.showHistory();
    });
  }

  /** The shapes whose bounds touch `bounds` (picture pixels), in the order to draw them; without those that were hidden one by one. */
  shapesIn(bounds: Bounds): readonly Shape[] {
    const shapes = this.index.inBounds(bounds);
    return this.signals.concealed.getSnapshot().size === 0 ? shapes : shapes.filter(({ id }) => !this.isConcealed(id));
  }

  /** The handles to draw and to hit: of the selected shape, while the selection tool is the active one. */
  handles(): readonly Handle[] {
    const { activeShape } = this;
    if (!activeShape || this.tools.snapshot.active !== 'select') return [];
    return handlesOf(activeShape, this.viewport.camera.scale);
  }

  shapeAt({ point, pointerType }: Pick): Shape | undefined {
    const position = this.viewport.toPicture(point);
    const tolerance = SHAPE_REACH[pointerType] / this.viewport.camera.scale;
    const { selectedShape } = this;
    // The outline of a selected shape stays within reach under the smaller ones on it.
    if (selectedShape && hitsOutline(selectedShape, position, tolerance)) return selectedShape;
    const hidden = this.signals.hidden.getSnapshot();
    return this.index.hit(position, tolerance, ({ id }) => (hidden ? this.isSelected(id) : !this.isConcealed(id)));
  }

  handleAt({ point, pointerType }: Pick): Handle | undefined {
    const { activeShape } = this;
    if (!activeShape) return undefined;
    const { minX, minY, maxX, maxY } = shapeBounds(activeShape);
    const reach = HANDLE_REACH[pointerType] / this.viewport.camera.scale;
    return nearestHandle(
      this.handles(),
      this.viewport.toPicture(point),
      Math.min(reach, Math.max(maxX - minX, maxY - minY) * HANDLE_SHARE),
    );
  }

  setDraft(draft: Draft | null): void {
    this.signals.draft.set(draft);
  }

  setHover(hover: Hover): void {
    this.signals.hover.set(hover);
  }

  setPending(pending: PendingShape | null): void {
    this.signals.pending.set(pending);
  }

  /** Ids of the labels last given to shapes of a kind, the last first; some may be gone. */
  recentLabels(kind: LabelledKind): readonly string[] {
    return this.labelMemory.recent(kind);
  }

  lastLabel(kind: LabelledKind): string | undefined {
    const [last] = this.labelMemory.recent(kind);
    return this.labels[kind].some(({ id }) => id === last) ? last : undefined;
  }

  rememberLabel(kind: LabelledKind, labelId: string): void {
    this.labelMemory.use(kind, labelId);
  }

  private onDocumentChange({ changes }: ChangeEvent): void {
    const upserts = changes.filter((change) => change.op !== 'delete').map((change) => change.after);
    const deletes = changes.filter((change) => change.op === 'delete').map(changedId);
    this.index.update(upserts, deletes);
    this.signals.document.set(snapshotOf(this.document));
    if (deletes.length === 0) return;
    const gone = new Set(deletes);
    const { draft, hover } = this.signals;
    const dragged = draft.getSnapshot();
    if (dragged?.type === 'edit' && gone.has(dragged.shape.id)) this.tools.below.cancel();
    if (dragged?.type === 'move' && this.selection.some((id) => gone.has(id))) this.tools.below.cancel();
    this.selected.forget(gone);
    this.unconceal(deletes);
    if (gone.has(hover.getSnapshot().shapeId ?? '')) this.setHover(NO_HOVER);
  }

  /** A step outside the document changes what can be undone and no shape. */
  private showHistory(): void {
    const shown = this.signals.document.getSnapshot();
    const { canUndo, canRedo } = this.document;
    if (shown.canUndo !== canUndo || shown.canRedo !== canRedo) this.signals.document.set({ ...shown, canUndo, canRedo });
  }

  private unconceal(ids: readonly ShapeId[]): void {
    if (!ids.some((id) => this.isConcealed(id))) return;
    const concealed = new Set(this.signals.concealed.getSnapshot());
    for (const id of ids) concealed.delete(id);
    this.signals.concealed.set(concealed);
  }

  /** Shows what an undo or redo has changed. */
  private selectChanged(changes: readonly Change[]): void {
    const shapes = changes.flatMap((change) => (change.op === 'delete' ? [] : [change.after]));
    const isOneKind = shapes.every(({ kind }) => kind === shapes[0]?.kind);
    if (shapes.length > 0 && shapes.length === changes.length && isOneKind) this.select(shapes.map(({ id }) => id));
  }
}
