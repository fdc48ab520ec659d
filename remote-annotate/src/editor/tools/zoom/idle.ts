import type { PointerEditorEvent } from '../../input/events';
import { StateNode } from '../state-node';
import type { ZoomStates } from './states';

/** The wheel zooms with every tool, so here only the drag is left to do. */
export class Idle extends StateNode<ZoomStates> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'grab' });
  }

  /** The tool below may have set its own cursor meanwhile. */
  override pointerMove(): void {
    this.enter();
  }

  override pointerDown(event: PointerEditorEvent): void {
    this.machine.transition('dragging', { from: event.point });
  }
}
