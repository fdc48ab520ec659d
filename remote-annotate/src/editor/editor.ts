import type { EditorOptions } from './editor-core';
import { ViewStateEditor } from './editor-view-state';
import type { AnnotationDocument } from './document/annotation-document';
import type { Change } from './document/changes';
import type { Direction, HistoryStacks, OutsideStep } from './document/history';
import { clamp } from './geometry/picture';
import { shapeBounds } from './geometry/shape';
import type { EditorEvent } from './input/events';
import { InputRouter } from './input/input-router';
import type { LabelledKind } from './label-memory';
import type { BoxWay } from './tools/box-way';
import type { ConfirmResult } from './tools/feedback';
import type { ToolId } from './tools/tool-manager';
import { SHAPE_KINDS, type LabelSet, type ServerState, type Shape, type ShapeId, type ShapeKind, type Vec } from './types';

export type { EditorOptions };

/** The editor of one picture: another picture is another Editor. Holds no DOM, no timers and nothing to dispose of. */
export class Editor extends ViewStateEditor {
  private readonly router: InputRouter;

  constructor(options: EditorOptions) {
    super(options);
    this.router = new InputRouter(this, this.tools);
  }

  /** Takes an input event; returns whether it was used, so that the caller prevents the browser's own use of it. */
  dispatch(event: EditorEvent): boolean {
    return this.batcher.run(() => {
      const isUsed = this.router.route(event);
      // A press or a release within a state makes it busy or idle without a transition.
      this.publishTools();
      return isUsed;
    });
  }

  setLabels(labels: LabelSet): void {
    this.signals.labels.set(labels);
  }

  setTool(tool: ToolId): void {
    this.batcher.run(() => this.tools.choose(tool));
  }

  /** Selects the next (1) or previous (-1) shape that is neither hidden nor locked, and brings it into view. Returns false at the end of the list. */
  selectNext(direction: 1 | -1): boolean {
    if (this.tools.below.busy !== 'idle') return false;
    const shapes = direction === 1 ? this.document.shapes() : this.document.shapes().toReversed();
    const last = this.selectedShapes.at(-1);
    // One that is locked may be selected: the walk goes on from its place.
    const from = last ? shapes.indexOf(last) + 1 : 0;
    const next = shapes.slice(from).find(({ id }) => !this.isConcealed(id) && !this.isLocked(id));
    if (!next) return false;
    this.batcher.run(() => {
      this.select(next.id);
      this.reveal(next.id);
    });
    return true;
  }

  /** Picks the next (1) or previous (-1) vertex of the one selected polygon: arrows then move it, and Remove takes it away. */
  stepVertex(direction: 1 | -1): boolean {
    if (this.tools.below.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const hasStepped = this.pickedVertex.step(direction);
      // Walking the vertices of a polygon picks it.
      if (hasStepped) this.select(this.selection);
      return hasStepped;
    });
  }

  /** Puts a vertex after the one that is picked. */
  insertVertex(): boolean {
    return this.tools.below.busy === 'idle' && this.batcher.run(() => this.pickedVertex.insert());
  }

  /** Lets go of the picked vertex; its polygon stays selected. */
  dropVertex(): boolean {
    return this.batcher.run(() => this.pickedVertex.drop());
  }

  /** Moves the picked vertex by picture pixels. */
  nudgeVertex(delta: Vec): boolean {
    return this.tools.below.busy === 'idle' && this.batcher.run(() => this.pickedVertex.move(delta));
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
    return this.tools.below.busy === 'idle' && this.document.delete(this.freeSelection());
  }

  /** The picked vertex, or else what is selected. */
  deleteByKey(): boolean {
    if (this.tools.below.busy !== 'idle') return false;
    return this.batcher.run(() => this.pickedVertex.remove()) || this.deleteSelected();
  }

  /** Returns the copies, which are then selected. */
  duplicateSelected(): readonly Shape[] {
    if (this.tools.below.busy !== 'idle') return [];
    return this.batcher.run(() => {
      const copies = this.document.duplicateMany(this.selection);
      if (copies.length > 0) this.highlight(copies.map(({ id }) => id));
      return copies;
    });
  }

  /** Notes the selected shapes for `paste`, here or in another picture. Returns whether there were any. */
  copySelected(): boolean {
    if (this.tools.below.busy !== 'idle' || this.selection.length === 0) return false;
    this.clipboard.put(this.selectedShapes);
    return true;
  }

  cutSelected(): boolean {
    return this.copySelected() && this.deleteSelected();
  }

  /** Adds what was copied, which is then selected; where nothing was, duplicates what is selected. Returns whether there was anything. */
  paste(): boolean {
    if (this.clipboard.size === 0) return this.duplicateSelected().length > 0;
    if (this.tools.below.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const pasted = this.document.createMany(this.clipboard.forPicture(this.picture, this.document, this.labels));
      const leftOut = this.clipboard.size - pasted.length;
      if (leftOut > 0) this.notify({ type: 'not-pasted', count: leftOut });
      if (pasted.length > 0) this.highlight(pasted.map(({ id }) => id));
      return true;
    });
  }

  /** Selects all shapes that are shown and not locked, of the kind that is selected, or of the kind that is most. */
  selectAll(): boolean {
    if (this.tools.below.busy !== 'idle' || this.document.size === 0) return false;
    const kind = this.selectedShapes[0]?.kind;
    this.selected.add(this.document.shapes().filter((shape) => this.isWithinReach(shape.id) && (!kind || shape.kind === kind)));
    return true;
  }

  /** Gives the selected boxes or polygons a label. Returns whether that changed any. */
  relabelSelected(labelId: string): boolean {
    const kind = this.selectedShapes[0]?.kind;
    if (this.tools.below.busy !== 'idle' || kind === undefined || kind === 'point') return false;
    this.rememberLabel(kind, labelId);
    return this.document.relabel(this.freeSelection(), labelId);
  }

  /** Moves the selected shapes by picture pixels; quick repeats are one undo step. Returns whether any was selected. */
  nudgeSelected(delta: Vec): boolean {
    if (this.tools.below.busy !== 'idle' || this.selection.length === 0) return false;
    const free = this.freeSelection();
    this.document.move(free, delta, { coalesceKey: `nudge:${free.join()}` });
    return true;
  }

  /** Deletes all shapes that are not locked, of some kinds or of all, as one undo step; returns how many. */
  eraseAll(kinds: readonly ShapeKind[] = SHAPE_KINDS): number {
    if (this.tools.below.busy !== 'idle') return 0;
    return this.batcher.run(() => {
      this.notifyLocked(this.document.shapes().filter(({ kind, id }) => kinds.includes(kind) && this.isLocked(id)).length);
      return this.document.eraseAll(kinds, this.locks.ids);
    });
  }

  /** Files a command whose effect lies outside the document on the undo stack, in its turn among those of the document. */
  recordOutside(step: OutsideStep, coalesceKey?: string): void {
    this.batcher.run(() => {
      this.document.recordOutside(step, coalesceKey);
      this.showHistory();
    });
  }

  /**
   * Changes the document, and files what goes along with it outside as one undo step with it; `change` answers that, or null
   * where it changed nothing. Returns whether it did; not while a shape is being created or dragged.
   */
  changeWith(change: (document: AnnotationDocument) => OutsideStep | null): boolean {
    if (this.tools.below.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const outside = change(this.document);
      if (outside) this.document.attachOutside(outside);
      return outside !== null;
    });
  }

  /** Shows what somebody else, a model say, would have in the picture: vertices in picture pixels. Null: nothing any more. */
  setSuggestion(outline: readonly number[] | null): void {
    this.signals.suggestion.set(outline);
  }

  /** Files a step that was undone or redone elsewhere as the next one in `direction`, above all that can be undone and redone here. */
  fileOutside(direction: Direction, step: OutsideStep): void {
    this.batcher.run(() => {
      this.document.fileOutside(direction, step);
      this.showHistory();
    });
  }

  /** Changes the steps outside the document, of which something turned out otherwise; null: nothing is left of one. */
  reviseOutside(change: (step: OutsideStep) => OutsideStep | null): void {
    this.batcher.run(() => {
      this.document.reviseOutside(change);
      this.showHistory();
    });
  }

  /** Puts the history of an earlier visit under what was done since. `rows`: of the shapes that it deleted. */
  restoreHistory(stacks: HistoryStacks, rows: ReadonlyMap<ShapeId, ServerState>): void {
    this.batcher.run(() => {
      this.document.restoreHistory(stacks, rows);
      this.showHistory();
    });
  }

  /** Takes back the last command, or the last vertex of a polygon that is being drawn. */
  undo(): void {
    if (this.tools.below.busy === 'idle') this.travel('undo');
    else this.batcher.run(() => this.tools.below.undoStep());
  }

  redo(): void {
    if (this.tools.below.busy === 'idle') this.travel('redo');
  }

  setBoxWay(way: BoxWay): void {
    this.signals.boxWay.set(way);
  }

  /** New shapes of the kind get this label without being asked for; null: they are asked for. */
  setStickyLabel(kind: LabelledKind, labelId: string | null): void {
    this.labelMemory.stick(kind, labelId);
    this.signals.sticky.set({ ...this.signals.sticky.getSnapshot(), [kind]: labelId });
  }

  /** Goes on with a polygon of which these vertices (picture pixels) stand. Returns false while another one is begun. */
  resumePolygon(vertices: readonly number[]): boolean {
    return this.canDraw('polygon') && this.batcher.run(() => this.tools.resumePolygon(vertices));
  }

  /** Something is begun and not yet in the document: it would be lost with this editor. */
  get hasUnfinished(): boolean {
    return this.tools.below.busy === 'creating' || this.tools.parked.length > 0;
  }

  /** Moves the crosshair by picture pixels, from the middle of what is in view where it was nowhere, and keeps it in view. */
  moveCrosshair(step: Vec): Vec {
    const { minX, minY, maxX, maxY } = this.viewport.visibleBounds();
    const before = this.signals.crosshair.getSnapshot() ?? { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
    const { width, height } = this.picture;
    const crosshair = { x: clamp(before.x + step.x, 0, width), y: clamp(before.y + step.y, 0, height) };
    this.setCrosshair(crosshair);
    this.viewport.reveal({ minX: crosshair.x, minY: crosshair.y, maxX: crosshair.x, maxY: crosshair.y });
    return crosshair;
  }

  /** A step of what was locked since waits, and shows what it waits for: skipped, the older ones would find it in their way. */
  private travel(direction: Direction): void {
    this.batcher.run(() => {
      this.clearNotice();
      const locked = this.document.findChangedByNext(direction).filter((id) => this.isLocked(id));
      if (locked.length > 0) {
        this.highlight(locked);
        this.notify({ type: `locked-${direction}`, count: locked.length });
        return;
      }
      this.selectChanged(direction === 'undo' ? this.document.undo() : this.document.redo());
      this.showHistory();
    });
  }

  /** What of the selection a command may change; says how many are locked. */
  private freeSelection(): readonly ShapeId[] {
    const free = this.freeShapes.map(({ id }) => id);
    this.notifyLocked(this.selection.length - free.length);
    return free;
  }

  private notifyLocked(count: number): void {
    if (count > 0) this.notify({ type: 'locked', count });
  }

  /** A step outside the document changes what can be undone and no shape. */
  private showHistory(): void {
    const shown = this.signals.document.getSnapshot();
    const { canUndo, canRedo } = this.document;
    if (shown.canUndo !== canUndo || shown.canRedo !== canRedo) this.signals.document.set({ ...shown, canUndo, canRedo });
  }

  /** Shows what an undo or redo has changed. */
  private selectChanged(changes: readonly Change[]): void {
    const shapes = changes.flatMap((change) => (change.op === 'delete' ? [] : [change.after]));
    const isOneKind = shapes.every(({ kind }) => kind === shapes[0]?.kind);
    if (shapes.length > 0 && shapes.length === changes.length && isOneKind) this.highlight(shapes.map(({ id }) => id));
  }
}
