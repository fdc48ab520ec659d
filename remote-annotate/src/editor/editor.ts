import type { EditorOptions } from './editor-options';
import { PointEditor } from './editor-points';
import type { AnnotationDocument } from './document/annotation-document';
import type { ShapeChange } from './document/changes';
import type { Direction, ExternalStep } from './document/history';
import { clamp } from './geometry/clamp';
import type { ShapeTransform } from './kinds/shape-util';
import type { EditorEvent } from './input/events';
import { InputRouter } from './input-router';
import type { LabelledKind } from './model/label-memory';
import type { BoxDrawingMode } from './model/box-drawing-mode';
import type { ConfirmResult } from './tools/states/feedback';
import type { ToolId } from './tools/tool-manager';
import type { EarlierShapes } from './topics';
import type { LabelSet, Shape, ShapeId, ShapeKind, Vec } from './model/types';

export type { EditorOptions };

/** The editor of one image. It uses no DOM and no timers, so it needs no disposal. Create a new editor for another image. */
export class Editor extends PointEditor {
  private readonly router: InputRouter;

  constructor(options: EditorOptions) {
    super(options);
    this.router = new InputRouter(this, this.tools);
  }

  /** Handles an input event. Returns true if the caller must prevent the browser's default action. */
  dispatch(event: EditorEvent): boolean {
    return this.batcher.run(() => {
      const isHandled = this.router.route(event);
      // Publish the tool state even without a state transition, because a press or release can start or end an action within a state.
      this.publishTools();
      return isHandled;
    });
  }

  setLabels(labels: LabelSet): void {
    this.signals.labels.set(labels);
  }

  setTool(tool: ToolId): void {
    if (!this.isReadOnly || tool === 'select') this.batcher.run(() => this.tools.choose(tool));
  }

  /** Selects and reveals the next (1) or previous (-1) shape that is neither hidden nor locked. Returns false if there is none. */
  selectNext(direction: 1 | -1): boolean {
    if (this.tools.baseState.busy !== 'idle') return false;
    const shapes = direction === 1 ? this.document.getShapes() : this.document.getShapes().toReversed();
    const lastSelected = this.selectedShapes.at(-1);
    // The selected shape may be locked. Continue the search from its position anyway.
    const startIndex = lastSelected ? shapes.indexOf(lastSelected) + 1 : 0;
    const nextShape = shapes.slice(startIndex).find(({ id }) => !this.isIndividuallyHidden(id) && !this.isLocked(id));
    if (!nextShape) return false;
    this.batcher.run(() => {
      this.select(nextShape.id);
      this.reveal(nextShape.id);
    });
    return true;
  }

  /** Rotates, mirrors or otherwise transforms the coordinates of the selected shapes. Returns whether any of them changed. */
  transformSelected(name: ShapeTransform): boolean {
    const canTransform = this.selectedShapes.some(({ kind }) => this.kinds.get(kind).transform);
    if (this.tools.baseState.busy !== 'idle' || !canTransform) return false;
    this.document.transform(this.getUnlockedSelectionWithNotice(), name);
    return true;
  }

  /** Brings a shape into view. */
  reveal(id: ShapeId): void {
    const shape = this.document.get(id);
    if (shape) this.viewport.reveal(this.kinds.getBounds(shape));
  }

  /** Creates the pending shape and selects it. `choice` is the id of its label, or the name of a point. Names are trimmed. */
  confirmPending(choice: string): ConfirmResult {
    return this.batcher.run(() => this.tools.baseState.confirm(choice));
  }

  cancelPending(): void {
    if (this.signals.pending.getSnapshot()) this.batcher.run(() => this.tools.baseState.cancel());
  }

  /** Deletes the selected shapes. Like the commands below, it does nothing while a shape is being created or dragged. */
  deleteSelected(): boolean {
    return this.tools.baseState.busy === 'idle' && this.document.delete(this.getUnlockedSelectionWithNotice());
  }

  /** Deletes the vertex that the keyboard edits, or the selected shapes if there is none. */
  deleteByKey(): boolean {
    if (this.tools.baseState.busy !== 'idle') return false;
    return this.batcher.run(() => this.pickedVertex.remove()) || this.deleteSelected();
  }

  /** Duplicates the selected shapes, and selects and returns the copies. */
  duplicateSelected(): readonly Shape[] {
    if (this.isReadOnly || this.tools.baseState.busy !== 'idle') return [];
    return this.batcher.run(() => {
      const copies = this.document.duplicateMany(this.selection);
      if (copies.length > 0) this.selectByCommand(copies.map(({ id }) => id));
      return copies;
    });
  }

  /** Copies the selected shapes for `paste` in this or another image. Returns whether any was selected. */
  copySelected(): boolean {
    if (this.tools.baseState.busy !== 'idle' || this.selection.length === 0) return false;
    this.clipboard.setShapes(this.selectedShapes, this.document);
    return true;
  }

  cutSelected(): boolean {
    return this.copySelected() && this.deleteSelected();
  }

  /** Adds and selects the copied shapes, or duplicates the selection if nothing was copied. Returns whether there was any shape. */
  paste(): boolean {
    if (this.clipboard.size === 0) return this.duplicateSelected().length > 0;
    if (this.isReadOnly || this.tools.baseState.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const pastedShapes = this.document.createMany(this.clipboard.getShapesFor(this.imageSize, this.document, this.labels));
      const skippedCount = this.clipboard.size - pastedShapes.length;
      if (skippedCount > 0) this.notify({ type: 'not-pasted', count: skippedCount });
      if (pastedShapes.length > 0) this.selectByCommand(pastedShapes.map(({ id }) => id));
      return true;
    });
  }

  /** Selects all visible, unlocked shapes of the selected kinds, or of the most frequent kind if nothing is selected. */
  selectAll(): boolean {
    if (this.tools.baseState.busy !== 'idle' || this.document.size === 0) return false;
    const shapes = this.document.getShapes().filter(({ id }) => this.canBeEdited(id));
    const countShapes = (kind: ShapeKind) => shapes.filter((shape) => shape.kind === kind).length;
    const [mostFrequent] = this.kinds.names.toSorted((a, b) => countShapes(b) - countShapes(a));
    const selectedKinds = this.selectedShapes.map(({ kind }) => kind);
    const kinds = new Set(selectedKinds.length > 0 ? selectedKinds : [mostFrequent]);
    this.currentSelection.add(shapes.filter(({ kind }) => kinds.has(kind)));
    return true;
  }

  /** Assigns a label to the selected shapes, if their kinds share one set of labels. Returns whether any shape changed. */
  relabelSelected(labelId: string): boolean {
    const kind = this.kinds.getCommonLabelKind(this.selectedShapes);
    if (this.tools.baseState.busy !== 'idle' || kind === null) return false;
    this.rememberLabel(kind, labelId);
    return this.document.relabel(this.getUnlockedSelectionWithNotice(), labelId);
  }

  /** Moves the selected shapes by image pixels. Quick repeats are one undo step. Returns whether any was selected. */
  nudgeSelected(delta: Vec): boolean {
    if (this.tools.baseState.busy !== 'idle' || this.selection.length === 0) return false;
    const unlockedShapes = this.getUnlockedSelectionWithNotice();
    this.document.move(unlockedShapes, delta, { coalesceKey: `nudge:${unlockedShapes.join()}` });
    return true;
  }

  /**
   * Rotates each selected shape clockwise about its center. Quick repeats are one undo step. Returns whether any of them can be rotated.
   */
  rotateSelected(degrees: number): boolean {
    const canRotate = this.selectedShapes.some(({ kind }) => this.kinds.get(kind).rotate);
    if (this.tools.baseState.busy !== 'idle' || !canRotate) return false;
    const unlockedShapes = this.getUnlockedSelectionWithNotice();
    this.document.rotate(unlockedShapes, degrees, { coalesceKey: `rotate:${unlockedShapes.join()}` });
    return true;
  }

  /** Deletes all unlocked shapes of the given kinds as one undo step. Returns the number of deleted shapes. */
  eraseAll(kinds: readonly ShapeKind[] = this.kinds.names): number {
    if (this.tools.baseState.busy !== 'idle') return 0;
    return this.batcher.run(() => {
      this.notifyLocked(this.document.getShapes().filter(({ kind, id }) => kinds.includes(kind) && this.isLocked(id)).length);
      return this.document.eraseAll(kinds, this.locks.ids);
    });
  }

  /**
   * Changes the document together with data outside the editor, as one undo step. `change` returns how to undo and redo the outside change
   * (the external step), or null if it changed nothing. Returns whether the document was changed; it is never changed while a shape is being created or dragged.
   */
  changeWithExternalStep(change: (document: AnnotationDocument) => ExternalStep | null): boolean {
    if (this.tools.baseState.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const externalStep = change(this.document);
      if (externalStep) this.document.attachExternalStep(externalStep);
      return externalStep !== null;
    });
  }

  /** Shows a suggested outline, for example from a model: vertices in image pixels. Null hides it. */
  setSuggestion(outline: readonly number[] | null): void {
    this.signals.suggestion.set(outline);
  }

  /** Shows shapes of an earlier version of the annotations behind the current shapes. Null hides the earlier shapes. */
  setEarlierShapes(earlier: EarlierShapes | null): void {
    this.signals.earlier.set(earlier);
  }

  /** Undoes the last command, or removes the last vertex of a polygon that is being drawn. */
  undo(): void {
    if (this.tools.baseState.busy === 'idle') this.applyHistory('undo');
    else this.batcher.run(() => this.tools.baseState.undoStep());
  }

  redo(): void {
    if (this.tools.baseState.busy === 'idle') this.applyHistory('redo');
  }

  setBoxDrawingMode(mode: BoxDrawingMode): void {
    this.signals.boxDrawingMode.set(mode);
  }

  /** Sets the label that new shapes of the kind get without the label dialog; null shows the dialog again. */
  setStickyLabel(kind: LabelledKind, labelId: string | null): void {
    this.labelMemory.setSticky(kind, labelId);
    this.signals.sticky.set({ ...this.signals.sticky.getSnapshot(), [kind]: labelId });
  }

  /** Continues a polygon from these vertices (image pixels). Returns false if another polygon is unfinished. */
  resumePolygon(vertices: readonly number[]): boolean {
    return this.canDraw('polygon') && this.batcher.run(() => this.tools.resumeDrawing('polygon', vertices));
  }

  /** Whether there is an unfinished shape, which would be lost if the editor were replaced. */
  get hasUnfinished(): boolean {
    return this.tools.baseState.busy === 'creating' || this.tools.suspendedDrafts.length > 0;
  }

  /** Moves the crosshair by image pixels and keeps it in view. It starts in the middle of the visible area. */
  moveCrosshair(step: Vec): Vec {
    const { minX, minY, maxX, maxY } = this.viewport.getVisibleBounds();
    const previousPosition = this.signals.crosshair.getSnapshot() ?? {
      x: Math.round((minX + maxX) / 2),
      y: Math.round((minY + maxY) / 2),
    };
    const { width, height } = this.imageSize;
    const crosshair = { x: clamp(previousPosition.x + step.x, 0, width), y: clamp(previousPosition.y + step.y, 0, height) };
    this.setCrosshair(crosshair);
    this.viewport.reveal({ minX: crosshair.x, minY: crosshair.y, maxX: crosshair.x, maxY: crosshair.y });
    return crosshair;
  }

  /** Undoes or redoes one step. A step that changes locked shapes is refused instead of skipped, because older steps may depend on it. */
  private applyHistory(direction: Direction): void {
    this.batcher.run(() => {
      this.clearNotice();
      const lockedIds = this.document.findChangedByNext(direction).filter((id) => this.isLocked(id));
      if (lockedIds.length > 0) {
        this.selectByCommand(lockedIds);
        this.notify({ type: `locked-${direction}`, count: lockedIds.length });
        return;
      }
      this.selectChanged(direction === 'undo' ? this.document.undo() : this.document.redo());
    });
  }

  /** Returns the selected shapes that a command may change, and notifies the user about locked shapes. */
  private getUnlockedSelectionWithNotice(): readonly ShapeId[] {
    const unlockedIds = this.unlockedSelectedShapes.map(({ id }) => id);
    this.notifyLocked(this.selection.length - unlockedIds.length);
    return unlockedIds;
  }

  private notifyLocked(count: number): void {
    if (count > 0) this.notify({ type: 'locked', count });
  }

  /** Selects the shapes that an undo or redo changed. */
  private selectChanged(changes: readonly ShapeChange[]): void {
    const shapes = changes.flatMap((change) => (change.op === 'delete' ? [] : [change.after]));
    if (shapes.length > 0 && shapes.length === changes.length) this.selectByCommand(shapes.map(({ id }) => id));
  }
}
