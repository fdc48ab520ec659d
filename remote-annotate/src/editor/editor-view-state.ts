import { EditorCore } from './editor-core';
import type { ShapeId } from './types';

/** What of a picture's shapes is hidden and locked: of the view alone, so neither sent nor undone. Each command is one step. */
export class ViewStateEditor extends EditorCore {
  /** Hides all shapes but the selected ones and those drawn from now on, or shows all, those too that were hidden one by one. */
  setHidden(hidden: boolean): void {
    this.batcher.run(() => {
      this.drawnSinceHidden.clear();
      this.signals.hidden.set(hidden);
      if (!hidden) this.unconceal([...this.signals.concealed.getSnapshot()]);
    });
  }

  /** Hides the selected shapes, which are then not selected; they cannot be hit until they are shown. Returns whether there were any. */
  hideSelected(): boolean {
    const { selection } = this;
    if (this.tools.below.busy !== 'idle' || selection.length === 0) return false;
    this.setConcealed(selection, true);
    return true;
  }

  /** Hides these, which are then not selected, or shows them again. */
  setConcealed(ids: readonly ShapeId[], concealed: boolean): void {
    this.batcher.run(() => {
      if (!concealed) return this.unconceal(ids);
      this.selected.forget(new Set(ids));
      this.signals.concealed.set(new Set([...this.signals.concealed.getSnapshot(), ...ids]));
      this.clearHover();
    });
  }

  /** Shows these and hides all others; `setHidden(false)` is the way back. */
  showOnly(ids: readonly ShapeId[]): void {
    const kept = new Set(ids);
    const others = this.document.shapes().flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    this.batcher.run(() => {
      this.setHidden(false);
      this.setConcealed(others, true);
    });
  }

  get isAnyHidden(): boolean {
    return this.signals.hidden.getSnapshot() || this.signals.concealed.getSnapshot().size > 0;
  }

  /** Locks these, or unlocks them; what is selected stays so. */
  setLocked(ids: readonly ShapeId[], locked: boolean): void {
    this.batcher.run(() => {
      this.locks.set(ids, locked);
      this.clearHover();
    });
  }

  /** Locks the selected shapes, or unlocks them where all of them are locked. Returns whether there were any. */
  lockSelected(): boolean {
    if (this.tools.below.busy !== 'idle' || this.selection.length === 0) return false;
    this.setLocked(this.selection, this.freeShapes.length > 0);
    return true;
  }

  /** Unlocks all shapes, or locks all where none is. Returns whether there were any. */
  lockAll(): boolean {
    if (this.tools.below.busy !== 'idle' || this.document.size === 0) return false;
    const ids = this.document.shapes().map(({ id }) => id);
    this.setLocked(ids, !ids.some((id) => this.isLocked(id)));
    return true;
  }
}
