import { EditorCore } from './editor-core';
import type { MaskOperation, Prompt } from './model/prompt';
import type { Suggestion } from './model/region';
import { stepBrushSize, type MaskDrawing } from './model/mask-drawing';
import type { Shape, ShapeId } from './model/types';

/**
 * Hides, locks and previews shapes, and sets how masks are painted. These states belong to the view: they are neither sent to the
 * server nor undone.
 */
export class ViewStateEditor extends EditorCore {
  /** Shows shapes that a command would add. An empty list hides them. */
  setPreview(shapes: readonly Shape[]): void {
    this.signals.preview.set(shapes);
  }

  /** Passes the object found for a prompt (the clicks, strokes or box that select an object) to the tool that requested it. */
  resolvePrompt(prompt: Prompt, suggestion: Suggestion): void {
    if (this.prompt?.type === prompt.type) this.batcher.run(() => this.tools.baseState.receiveSuggestion(prompt, suggestion));
  }

  /** Accepts the current suggestion, as Enter does. The operation `subtract` removes the suggestion from the selected mask, as Shift+Enter does. */
  acceptSuggestion(operation?: MaskOperation): void {
    this.batcher.run(() => this.tools.baseState.accept(operation));
  }

  /** Discards the current suggestion, as Esc does. */
  discardSuggestion(): void {
    this.batcher.run(() => this.tools.baseState.cancel());
  }

  /**
   * Hides all shapes except selected shapes and shapes that are drawn later. With false, shows all shapes, including individually hidden
   * shapes.
   */
  setHidden(isHidden: boolean): void {
    this.batcher.run(() => {
      this.drawnSinceHidden.clear();
      this.signals.hidden.set(isHidden);
      if (!isHidden) this.unhide([...this.signals.hiddenShapeIds.getSnapshot()]);
    });
  }

  /** Hides and deselects the selected shapes. Hidden shapes cannot be hit. Returns whether any was selected. */
  hideSelected(): boolean {
    const { selection } = this;
    if (this.tools.baseState.busy !== 'idle' || selection.length === 0) return false;
    this.setShapesHidden(selection, true);
    return true;
  }

  /** Hides and deselects these shapes, or shows them again. */
  setShapesHidden(ids: readonly ShapeId[], isHidden: boolean): void {
    this.batcher.run(() => {
      if (!isHidden) return this.unhide(ids);
      this.currentSelection.remove(new Set(ids));
      this.signals.hiddenShapeIds.set(new Set([...this.signals.hiddenShapeIds.getSnapshot(), ...ids]));
      this.clearHover();
    });
  }

  /** Shows these shapes and hides all others. `setHidden(false)` reverts this. */
  showOnly(ids: readonly ShapeId[]): void {
    const visibleIds = new Set(ids);
    const hiddenIds = this.document.getShapes().flatMap(({ id }) => (visibleIds.has(id) ? [] : [id]));
    this.batcher.run(() => {
      this.setHidden(false);
      this.setShapesHidden(hiddenIds, true);
    });
  }

  get isAnyHidden(): boolean {
    return this.signals.hidden.getSnapshot() || this.signals.hiddenShapeIds.getSnapshot().size > 0;
  }

  /** Locks or unlocks these shapes. The selection stays. */
  setLocked(ids: readonly ShapeId[], isLocked: boolean): void {
    this.batcher.run(() => {
      this.locks.set(ids, isLocked);
      this.clearHover();
    });
  }

  /** Locks the selected shapes, or unlocks them if all of them are locked. Returns whether any was selected. */
  lockSelected(): boolean {
    if (this.tools.baseState.busy !== 'idle' || this.selection.length === 0) return false;
    this.setLocked(this.selection, this.unlockedSelectedShapes.length > 0);
    return true;
  }

  /** Unlocks all shapes, or locks all if none is locked. Returns whether there are any. */
  lockAll(): boolean {
    if (this.tools.baseState.busy !== 'idle' || this.document.size === 0) return false;
    const ids = this.document.getShapes().map(({ id }) => id);
    this.setLocked(ids, !ids.some((id) => this.isLocked(id)));
    return true;
  }

  setMaskDrawing(change: Partial<MaskDrawing>): void {
    this.batcher.run(() => {
      this.signals.maskDrawing.set({ ...this.maskDrawing, ...change });
      this.tools.refreshHover();
    });
  }

  /** Makes the brush of the mask tool larger (1) or smaller (-1). Returns whether the mask tool is chosen. */
  stepBrushSize(direction: 1 | -1): boolean {
    if (this.tools.snapshot.chosenTool !== 'mask') return false;
    this.setMaskDrawing({
      brushSize: stepBrushSize(this.maskDrawing.brushSize, direction),
    });
    return true;
  }
}
