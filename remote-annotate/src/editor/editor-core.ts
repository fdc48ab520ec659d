import { Clipboard } from './clipboard';
import { AnnotationDocument, type Which } from './document/annotation-document';
import { changedId, type ChangeEvent } from './document/changes';
import { handlesOf, nearestHandle, type Handle } from './geometry/handles';
import { snapToPicture } from './geometry/picture';
import { nearestVertex } from './geometry/polygon';
import { hitsOutline, shapeBounds } from './geometry/shape';
import { SpatialIndex } from './geometry/spatial-index';
import { isAccelerated, type PointerEditorEvent } from './input/events';
import { Keymap } from './keys/keymap';
import { shortMemory, type LabelledKind, type LabelMemory } from './label-memory';
import { Locks } from './locks';
import { PickedVertex } from './picked-vertex';
import { Selection } from './selection';
import { Batcher, shallowEqual } from './signals';
import type { BoxWay } from './tools/box-way';
import { NO_HOVER, type Draft, type Hover, type Notice, type PendingShape } from './tools/feedback';
import { HANDLE_REACH, SHAPE_REACH, SNAP_REACH } from './tools/thresholds';
import type { Pick, ToolHost } from './tools/tool-host';
import { ToolManager, type ToolId } from './tools/tool-manager';
import { createTopics, snapshotOf, type EditorSnapshot, type Topic, type Topics, type WritableTopics } from './topics';
import type { Bounds, LabelSet, PictureSize, Shape, ShapeId, Vec } from './types';
import { Viewport } from './viewport/viewport';

export interface EditorOptions {
  readonly picture: PictureSize;
  readonly labels?: LabelSet;
  readonly tool?: ToolId;
  readonly boxWay?: BoxWay;
  readonly keys?: Keymap;
  /** What was copied in other pictures; without one, in this alone. */
  readonly clipboard?: Clipboard;
  /** Where the labels last given are kept; without one, as long as this editor. */
  readonly labelMemory?: LabelMemory;
  /** Milliseconds; only differences matter. */
  readonly now?: () => number;
}

/** A handle reaches over at most this share of the longer side of its shape, so that a small one can still be moved. */
const HANDLE_SHARE = 1 / 3;

/** What an editor holds and finds: its topics, what is selected and shown, and what tools see of it. */
export class EditorCore implements ToolHost {
  readonly picture: PictureSize;
  readonly document: AnnotationDocument;
  readonly keys: Keymap;
  readonly viewport: Viewport;
  /** Each is `{subscribe, getSnapshot}` for useSyncExternalStore. */
  readonly topics: Topics;
  protected readonly signals: WritableTopics;
  protected readonly batcher = new Batcher();
  private readonly index = new SpatialIndex();
  protected readonly selected: Selection;
  protected readonly locks = new Locks(this.batcher);
  protected readonly tools: ToolManager;
  protected readonly pickedVertex: PickedVertex;
  protected readonly labelMemory: LabelMemory;
  protected readonly clipboard: Clipboard;
  /** What was drawn while all was hidden: it is seen all the same. */
  protected readonly drawnSinceHidden = new Set<ShapeId>();
  private lastSnapshot: EditorSnapshot | null = null;

  constructor({
    picture,
    labels = { object: [], polygon: [] },
    tool = 'select',
    boxWay = 'drag',
    keys,
    clipboard,
    labelMemory,
    now,
  }: EditorOptions) {
    this.picture = picture;
    this.keys = keys ?? new Keymap();
    this.clipboard = clipboard ?? new Clipboard();
    this.labelMemory = labelMemory ?? shortMemory();
    this.document = new AnnotationDocument({ picture, now });
    this.viewport = new Viewport(picture, this.batcher);
    this.tools = new ToolManager(this, tool, () => this.publishTools());
    this.selected = new Selection(this.document, this.batcher);
    const own = { selection: this.selected.topic, locked: this.locks.topic };
    this.signals = createTopics(this.batcher, this.document, labels, this.tools.snapshot, own, {
      object: this.labelMemory.sticky('object'),
      polygon: this.labelMemory.sticky('polygon'),
    });
    this.signals.boxWay.set(boxWay);
    this.topics = { ...this.signals, camera: this.viewport.topic };
    this.pickedVertex = new PickedVertex(this, this.signals.vertex);
    this.selected.topic.subscribe(() => {
      this.pickedVertex.drop();
      this.unconceal(this.selection);
    });
    this.selected.isPicked.subscribe(() => this.publishTools());
    this.locks.topic.subscribe(() => this.pickedVertex.settle());
    const {
      document,
      selection,
      camera,
      locked,
      concealed,
      hidden,
      labels: labelTopic,
      tool: toolTopic,
      hasHandles,
    } = this.topics;
    for (const topic of [document, selection, camera, locked, concealed, hidden, labelTopic, toolTopic, hasHandles])
      topic.subscribe(this.refreshHover);
    this.document.listen((event) => this.batcher.run(() => this.onDocumentChange(event)));
    this.tools.below.enter();
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

  get isPicked(): boolean {
    return this.selected.isPicked.getSnapshot();
  }

  isSelected(id: ShapeId): boolean {
    return this.selected.has(id);
  }

  /** The one selected shape as the drag under way shows it. */
  get activeShape(): Shape | undefined {
    const draft = this.signals.draft.getSnapshot();
    return draft?.type === 'edit' ? draft.shape : this.selectedShape;
  }

  /** Whether the tool has what it needs: boxes and polygons cannot be drawn without labels of their kind. */
  canDraw(tool: ToolId): boolean {
    if (tool === 'detection') return this.labels.object.length > 0;
    return tool !== 'polygon' || this.labels.polygon.length > 0;
  }

  /** Whether a shape is drawn and can be hit, with what is hidden one by one and by hide-all. */
  isShown(id: ShapeId): boolean {
    if (this.isConcealed(id)) return false;
    return !this.signals.hidden.getSnapshot() || this.isSelected(id) || this.drawnSinceHidden.has(id);
  }

  isConcealed(id: ShapeId): boolean {
    return this.signals.concealed.getSnapshot().has(id);
  }

  isLocked(id: ShapeId): boolean {
    return this.locks.has(id);
  }

  /** What of the selection may be changed. */
  get freeShapes(): readonly Shape[] {
    return this.selectedShapes.filter(({ id }) => !this.isLocked(id));
  }

  /** Whether a gesture or a key can get hold of a shape. */
  protected isWithinReach(id: ShapeId): boolean {
    return this.isShown(id) && !this.isLocked(id);
  }

  /** Selects these alone, or with null nothing: what is in the document, and of one kind with the first of them. */
  select(which: Which | null): void {
    this.selected.set(which);
  }

  /** Selects as `select` does, as the result of a command: with a drawing tool the handles then wait for Ctrl or a click. */
  highlight(which: Which | null): void {
    this.selected.set(which, false);
  }

  /** Adds a shape to the selection or takes it away; one of another kind takes the place of all. */
  toggleSelected(id: ShapeId): void {
    this.selected.toggle(id);
  }

  /** Adds what is seen, is not locked and lies wholly within `bounds` (picture pixels), of one kind. */
  selectWithin(bounds: Bounds): void {
    this.selected.add(this.index.within(bounds).filter(({ id }) => this.isWithinReach(id)));
  }

  /** The shapes whose bounds touch `bounds` (picture pixels), in the order to draw them; without those that were hidden one by one. */
  shapesIn(bounds: Bounds): readonly Shape[] {
    const shapes = this.index.inBounds(bounds);
    return this.signals.concealed.getSnapshot().size === 0 ? shapes : shapes.filter(({ id }) => !this.isConcealed(id));
  }

  /** The handles to draw and to hit: those of the selected shape, where a press would drag one. */
  handles(): readonly Handle[] {
    const { activeShape } = this;
    if (!activeShape || this.isLocked(activeShape.id) || !this.tools.takesHandles) return [];
    return handlesOf(activeShape, this.viewport.camera.scale);
  }

  shapeAt({ point, pointerType }: Pick): Shape | undefined {
    const position = this.viewport.toPicture(point);
    const tolerance = SHAPE_REACH[pointerType] / this.viewport.camera.scale;
    const { selectedShape } = this;
    // The outline of a selected shape stays within reach under the smaller ones on it.
    const isSelectedHit = selectedShape && !this.isLocked(selectedShape.id) && hitsOutline(selectedShape, position, tolerance);
    return isSelectedHit ? selectedShape : this.index.hit(position, tolerance, ({ id }) => this.isWithinReach(id));
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

  vertexFor(event: PointerEditorEvent, position: Vec, except?: ShapeId): { readonly position: Vec; readonly snapped: boolean } {
    const [x, y] = snapToPicture(position, this.picture);
    const reach = SNAP_REACH[event.pointerType] / this.viewport.camera.scale;
    const around = { minX: position.x - reach, minY: position.y - reach, maxX: position.x + reach, maxY: position.y + reach };
    const neighbours = isAccelerated(event)
      ? []
      : this.index
          .inBounds(around)
          .flatMap((shape) => (shape.kind === 'polygon' && shape.id !== except && this.isShown(shape.id) ? [shape.data] : []));
    const vertex = nearestVertex(neighbours, position, reach);
    return vertex ? { position: vertex, snapped: true } : { position: { x, y }, snapped: false };
  }

  get boxWay(): BoxWay {
    return this.signals.boxWay.getSnapshot();
  }

  stickyLabel(kind: LabelledKind): string | undefined {
    const sticky = this.signals.sticky.getSnapshot()[kind];
    return this.labels[kind].find(({ id }) => id === sticky)?.id;
  }

  setCrosshair(position: Vec | null): void {
    this.signals.crosshair.set(position);
  }

  notify(notice: Notice): void {
    this.signals.notice.set(notice);
  }

  clearNotice(): void {
    this.signals.notice.set(null);
  }

  setDraft(draft: Draft | null): void {
    this.signals.draft.set(draft);
  }

  setHover(hover: Hover): void {
    this.signals.hover.set(hover);
  }

  /** Forgets what the pointer was over, and finds what a resting pointer is over now. */
  clearHover(): void {
    this.setHover({ ...this.signals.hover.getSnapshot(), shapeId: null, handle: null });
    this.refreshHover();
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

  protected publishTools(): void {
    this.signals.tool.set(this.tools.snapshot);
    this.signals.parked.set(this.tools.parked);
    this.signals.hasHandles.set(this.tools.takesHandles);
  }

  /** While the keyboard leads, a draft follows the crosshair and not the resting pointer. */
  private readonly refreshHover = (): void => {
    if (this.tools.below.busy === 'idle' || this.signals.crosshair.getSnapshot() === null) this.tools.refreshHover();
  };

  private onDocumentChange({ origin, changes }: ChangeEvent): void {
    if (origin === 'local' && this.signals.hidden.getSnapshot())
      for (const change of changes) if (change.op === 'create') this.drawnSinceHidden.add(change.after.id);
    const upserts = changes.filter((change) => change.op !== 'delete').map((change) => change.after);
    const deletes = changes.filter((change) => change.op === 'delete').map(changedId);
    this.index.update(upserts, deletes);
    this.signals.document.set(snapshotOf(this.document));
    this.pickedVertex.settle();
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

  protected unconceal(ids: readonly ShapeId[]): void {
    if (!ids.some((id) => this.isConcealed(id))) return;
    const concealed = new Set(this.signals.concealed.getSnapshot());
    for (const id of ids) concealed.delete(id);
    this.signals.concealed.set(concealed);
  }
}
