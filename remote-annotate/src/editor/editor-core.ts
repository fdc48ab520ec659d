import { Clipboard } from './selection/clipboard';
import { AnnotationDocument, type ShapeSelector } from './document/annotation-document';
import { getChangedId, type ChangeEvent } from './document/changes';
import type { Handle } from './geometry/handles';
import type { ShapeKinds } from './kinds/shape-kinds';
import { SpatialIndex } from './kinds/spatial-index';
import type { PointerEditorEvent } from './input/events';
import { HitTest, type SnappedVertex } from './tools/hit-test';
import { Keymap } from './keys/keymap';
import { createLabelMemory, type LabelMemory } from './model/label-memory';
import { Locks } from './selection/locks';
import { PickedVertex } from './selection/picked-vertex';
import { Selection } from './selection/selection';
import type { AssistOptions } from './model/prompt';
import { EditorState } from './editor-state';
import type { EditorOptions } from './editor-options';
import { Batcher } from './model/signals';
import { DEFAULT_MASK_DRAWING } from './model/mask-drawing';
import { NO_HOVER } from './tools/states/feedback';
import type { DrawingTool } from './tools/states/drawing-tool';
import type { PointerPosition, ToolHost } from './tools/states/tool-host';
import { ToolManager, type ToolId } from './tools/tool-manager';
import { createTopics, createDocumentSnapshot, type Topics, type WritableTopics } from './topics';
import { listLabels, type Bounds, type ImageSize, type Shape, type ShapeId, type ShapeKind, type Vec } from './model/types';
import { Viewport } from './viewport/viewport';

/** The topics (parts of the editor state) whose changes can affect which shape is below a resting pointer. */
const HOVER_TOPICS = [
  'document',
  'selection',
  'camera',
  'locked',
  'hiddenShapeIds',
  'hidden',
  'labels',
  'tool',
  'hasHandles',
] as const;

/** The state of an editor and its queries, as tools use them. The commands of the user are in `Editor`. */
export class EditorCore extends EditorState implements ToolHost {
  readonly kinds: ShapeKinds;
  readonly isReadOnly: boolean;
  readonly imageSize: ImageSize;
  readonly document: AnnotationDocument;
  readonly keys: Keymap;
  readonly viewport: Viewport;
  /** Each topic has `subscribe` and `getSnapshot` for useSyncExternalStore. */
  readonly topics: Topics;
  protected readonly signals: WritableTopics;
  protected readonly batcher = new Batcher();
  private readonly index: SpatialIndex;
  private readonly hitTest: HitTest;
  protected readonly currentSelection: Selection;
  protected readonly locks = new Locks(this.batcher);
  protected readonly tools: ToolManager;
  private readonly drawingTools: readonly DrawingTool[];
  protected readonly pickedVertex: PickedVertex;
  protected readonly labelMemory: LabelMemory;
  protected readonly clipboard: Clipboard;
  /** Shapes that were drawn while all shapes were hidden. They stay visible. */
  protected readonly drawnSinceHidden = new Set<ShapeId>();

  constructor({
    kinds,
    tools,
    imageSize,
    labels = { object: [], polygon: [] },
    tool = 'select',
    boxDrawingMode = 'drag',
    maskDrawing = DEFAULT_MASK_DRAWING,
    assistOptions,
    isReadOnly = false,
    keys,
    clipboard,
    labelMemory,
    now,
  }: EditorOptions) {
    super();
    this.kinds = kinds;
    this.isReadOnly = isReadOnly;
    this.drawingTools = tools;
    this.index = new SpatialIndex(kinds);
    this.imageSize = imageSize;
    this.keys = keys ?? new Keymap();
    this.clipboard = clipboard ?? new Clipboard();
    this.labelMemory = labelMemory ?? createLabelMemory();
    this.document = new AnnotationDocument({ kinds, imageSize, now, isReadOnly });
    this.viewport = new Viewport(imageSize, this.batcher);
    this.hitTest = new HitTest(this, this.index);
    this.tools = new ToolManager(this, tools, isReadOnly ? 'select' : tool, () => this.publishTools());
    this.currentSelection = new Selection(this.document, this.batcher);
    const coreTopics = { selection: this.currentSelection.topic, locked: this.locks.topic };
    this.signals = createTopics(this.batcher, this.document, labels, this.tools.snapshot, coreTopics, {
      object: this.labelMemory.getSticky('object'),
      polygon: this.labelMemory.getSticky('polygon'),
      skeleton: this.labelMemory.getSticky('skeleton'),
    });
    this.signals.boxDrawingMode.set(boxDrawingMode);
    this.signals.maskDrawing.set(maskDrawing);
    this.signals.assistOptions.set({ ...this.assistOptions, ...assistOptions });
    this.topics = { ...this.signals, camera: this.viewport.topic };
    this.pickedVertex = new PickedVertex(this, this.signals.vertex);
    this.currentSelection.topic.subscribe(() => {
      this.pickedVertex.clear();
      this.unhide(this.selection);
    });
    this.currentSelection.isPicked.subscribe(() => this.publishTools());
    this.locks.topic.subscribe(() => this.pickedVertex.validate());
    for (const name of HOVER_TOPICS) this.topics[name].subscribe(this.refreshHover);
    this.document.listen((event) => this.batcher.run(() => this.onDocumentChange(event)));
    this.document.onHistory(() => this.publishHistory());
    this.tools.baseState.enter();
  }

  get selection(): readonly ShapeId[] {
    return this.currentSelection.ids;
  }

  get selectedShapes(): readonly Shape[] {
    return this.currentSelection.shapes;
  }

  /** The only selected shape; undefined if none or several are selected. */
  get selectedShape(): Shape | undefined {
    const [id, ...otherIds] = this.selection;
    return id === undefined || otherIds.length > 0 ? undefined : this.document.get(id);
  }

  get isPicked(): boolean {
    return this.currentSelection.isPicked.getSnapshot();
  }

  isSelected(id: ShapeId): boolean {
    return this.currentSelection.has(id);
  }

  /** The only selected shape, as the current drag shows it. */
  get activeShape(): Shape | undefined {
    const draft = this.signals.draft.getSnapshot();
    return draft?.type === 'edit' ? draft.shape : this.selectedShape;
  }

  /** Whether the tool can be used. False if its shapes need a label and the workspace has no labels of this kind. */
  canDraw(tool: ToolId): boolean {
    if (this.isReadOnly) return tool === 'select';
    const kind = this.getDrawnKind(tool);
    return kind === null || this.hasLabels(kind);
  }

  getDrawnKind(tool: string): ShapeKind | null {
    const drawingTool = this.drawingTools.find(({ id }) => id === tool);
    if (!drawingTool || drawingTool.isCommand) return null;
    const { kind, kinds = [kind] } = drawingTool;
    const usableKinds = kinds.filter((candidate) => this.hasLabels(candidate));
    return usableKinds.find((candidate) => candidate === this.assistOptions.kind) ?? usableKinds[0] ?? kind;
  }

  /** Whether the workspace has the labels that shapes of a kind need. */
  hasLabels(kind: ShapeKind): boolean {
    const labelKind = this.kinds.getLabelKind(kind);
    return labelKind === null || listLabels(this.labels, labelKind).length > 0;
  }

  /** Whether a shape is painted and can be hit. False if it, or every shape, is hidden. */
  isShown(id: ShapeId): boolean {
    if (this.isIndividuallyHidden(id)) return false;
    return !this.signals.hidden.getSnapshot() || this.isSelected(id) || this.drawnSinceHidden.has(id);
  }

  isIndividuallyHidden(id: ShapeId): boolean {
    return this.signals.hiddenShapeIds.getSnapshot().has(id);
  }

  isLocked(id: ShapeId): boolean {
    return this.locks.has(id);
  }

  /** The selected shapes that are not locked. */
  get unlockedSelectedShapes(): readonly Shape[] {
    return this.selectedShapes.filter(({ id }) => !this.isLocked(id));
  }

  /** Whether gestures and keys can change a shape. */
  canBeEdited(id: ShapeId): boolean {
    return this.isShown(id) && !this.isLocked(id);
  }

  /**
   * Replaces the selection with shapes that the user has chosen, for example by a click. Null clears the selection. Skips unknown shapes.
   */
  select(selector: ShapeSelector | null): void {
    this.currentSelection.set(selector);
  }

  /**
   * Selects the result of a command. While a drawing tool is chosen, handles of shapes that were selected in this way can be dragged only
   * with Ctrl or after a click.
   */
  selectByCommand(selector: ShapeSelector | null): void {
    this.currentSelection.set(selector, false);
  }

  /** Adds a shape to the selection or removes it. */
  toggleSelected(id: ShapeId): void {
    this.currentSelection.toggle(id);
  }

  /** Adds the visible, unlocked shapes that lie completely within `bounds` (image pixels). */
  selectWithin(bounds: Bounds): void {
    this.currentSelection.add(this.index.findWithin(bounds).filter(({ id }) => this.canBeEdited(id)));
  }

  /** Returns the shapes that touch `bounds` (image pixels) in painting order, without individually hidden shapes. */
  findShapesIn(bounds: Bounds): readonly Shape[] {
    const shapes = this.index.findTouching(bounds);
    return this.signals.hiddenShapeIds.getSnapshot().size === 0
      ? shapes
      : shapes.filter(({ id }) => !this.isIndividuallyHidden(id));
  }

  /** Returns the handles that are painted and can be hit: the handles of the selected shape if a press can drag them, otherwise none. */
  getHandles(): readonly Handle[] {
    const { activeShape } = this;
    if (!activeShape || this.isReadOnly || this.isLocked(activeShape.id) || !this.tools.canDragHandles) return [];
    return this.kinds.getHandles(activeShape, this.viewport.camera.scale);
  }

  findShapeAt(position: PointerPosition): Shape | undefined {
    return this.hitTest.findShapeAt(position);
  }

  findHandleAt(position: PointerPosition): Handle | undefined {
    return this.hitTest.findHandleAt(position);
  }

  snapVertex(event: PointerEditorEvent, position: Vec, exceptId?: ShapeId): SnappedVertex {
    return this.hitTest.snapVertex(event, position, exceptId);
  }

  /** Clears the hover state, and computes it again for the current position of the pointer. */
  clearHover(): void {
    this.setHover({ ...this.signals.hover.getSnapshot(), shapeId: null, handle: null });
    this.refreshHover();
  }

  /** Changes the options of the tool that finds objects. A current suggestion is computed again. */
  setAssistOptions(options: Partial<AssistOptions>): void {
    this.signals.assistOptions.set({ ...this.assistOptions, ...options });
    this.tools.baseState.onAssistOptions();
  }

  protected publishTools(): void {
    this.signals.tool.set(this.tools.snapshot);
    this.signals.suspendedDrafts.set(this.tools.suspendedDrafts);
    this.signals.hasHandles.set(this.tools.canDragHandles);
  }

  /** Updates the hover state. Does nothing while the user draws by keyboard, because the draft then follows the crosshair. */
  private readonly refreshHover = (): void => {
    if (this.tools.baseState.busy === 'idle' || this.signals.crosshair.getSnapshot() === null) this.tools.refreshHover();
  };

  /** Publishes `canUndo` and `canRedo`, which an external step changes without a document event. */
  private publishHistory(): void {
    const publishedHistory = this.signals.document.getSnapshot();
    const { canUndo, canRedo } = this.document;
    if (publishedHistory.canUndo !== canUndo || publishedHistory.canRedo !== canRedo)
      this.signals.document.set({ ...publishedHistory, canUndo, canRedo });
  }

  private onDocumentChange({ origin, changes }: ChangeEvent): void {
    if (origin === 'local' && this.signals.hidden.getSnapshot())
      for (const change of changes) if (change.op === 'create') this.drawnSinceHidden.add(change.after.id);
    const changedShapes = changes.filter((change) => change.op !== 'delete').map((change) => change.after);
    const deletedIds = changes.filter((change) => change.op === 'delete').map(getChangedId);
    this.index.update(changedShapes, deletedIds);
    this.signals.document.set(createDocumentSnapshot(this.document));
    this.pickedVertex.validate();
    if (deletedIds.length === 0) return;
    const deletedIdSet = new Set(deletedIds);
    const { draft, hover } = this.signals;
    const currentDraft = draft.getSnapshot();
    if (currentDraft?.type === 'edit' && deletedIdSet.has(currentDraft.shape.id)) this.tools.baseState.cancel();
    if (currentDraft?.type === 'move' && this.selection.some((id) => deletedIdSet.has(id))) this.tools.baseState.cancel();
    this.currentSelection.remove(deletedIdSet);
    this.unhide(deletedIds);
    if (deletedIdSet.has(hover.getSnapshot().shapeId ?? '')) this.setHover(NO_HOVER);
  }

  protected unhide(ids: readonly ShapeId[]): void {
    if (!ids.some((id) => this.isIndividuallyHidden(id))) return;
    const hiddenShapeIds = new Set(this.signals.hiddenShapeIds.getSnapshot());
    for (const id of ids) hiddenShapeIds.delete(id);
    this.signals.hiddenShapeIds.set(hiddenShapeIds);
  }
}
