import type { PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../model/types';
import { Gesture } from './gesture';
import { subtract } from './thresholds';

/** Moves the image with the pointer. `from` is the position of the pointer in screen pixels. */
export class Panning<States> extends Gesture<States, { readonly from: Vec }> {
  private lastPoint = this.info.from;

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'grabbing' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.host.viewport.panBy(subtract(event.point, this.lastPoint));
    this.lastPoint = event.point;
  }

  override onPointerUp(): void {
    this.machine.returnToIdle();
  }
}
