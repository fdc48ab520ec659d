import type { PointerEditorEvent } from '../../input/events';
import { StateNode } from '../states/state-node';
import type { ZoomStates } from './states';

/** The idle state of the zoom tool. Despite its name, this tool only moves the image. The wheel zooms with every tool. */
export class Idle extends StateNode<ZoomStates> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'grab' });
  }

  /** Restores the cursor, because the chosen tool may have set another cursor. */
  override onPointerMove(): void {
    this.enter();
  }

  override onPointerDown(event: PointerEditorEvent): void {
    this.machine.transition('panning', { from: event.point });
  }
}
