import { ViewStateEditor } from './editor-view-state';
import type { PointMark } from './kinds/shape-util';
import type { Vec } from './model/types';

/**
 * Selects, moves and marks single vertices of the selected polygon, and single points of the selected skeleton. A vertex or point that is
 * selected in this way is called picked.
 */
export class PointEditor extends ViewStateEditor {
  /** Picks the next (1) or previous (-1) vertex of the only selected polygon. Arrow keys and Delete then act on the vertex. */
  stepVertex(direction: 1 | -1): boolean {
    if (this.tools.baseState.busy !== 'idle') return false;
    return this.batcher.run(() => {
      const hasStepped = this.pickedVertex.step(direction);
      // Treat this as a selection by the user, so that the handles of the polygon can also be dragged while a drawing tool is chosen.
      if (hasStepped) this.select(this.selection);
      return hasStepped;
    });
  }

  /** Inserts a vertex after the picked vertex. */
  insertVertex(): boolean {
    return this.tools.baseState.busy === 'idle' && this.batcher.run(() => this.pickedVertex.insert());
  }

  /** Clears the picked vertex. Its polygon stays selected. */
  dropVertex(): boolean {
    return this.batcher.run(() => this.pickedVertex.clear());
  }

  /** Picks a point of the only selected shape by its index. */
  pickPoint(index: number): void {
    this.batcher.run(() => this.pickedVertex.pick(index));
  }

  /**
   * Marks the picked point, or otherwise the point below the pointer, as occluded or absent. Removes the mark if the point
   * already has it. Returns false if there is no such point.
   */
  markPoint(mark: PointMark): boolean {
    if (this.isReadOnly || this.tools.baseState.busy !== 'idle') return false;
    const { handle } = this.topics.hover.getSnapshot();
    const hovered = handle?.type === 'vertex' ? handle.index : null;
    return this.batcher.run(() => this.pickedVertex.mark(mark, hovered));
  }

  /** Moves the picked vertex by image pixels. */
  nudgeVertex(delta: Vec): boolean {
    return this.tools.baseState.busy === 'idle' && this.batcher.run(() => this.pickedVertex.move(delta));
  }
}
