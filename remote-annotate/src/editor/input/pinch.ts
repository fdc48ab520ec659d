import type { Vec } from '../types';
import type { PointerEditorEvent } from './events';

export interface PinchStep {
  /** Screen pixels, between the fingers. */
  readonly centre: Vec;
  readonly pan: Vec;
  readonly zoom: number;
}

/** Follows the fingers on the canvas and tells two of them moving from one that draws. */
export class Pinch {
  private readonly fingers = new Map<number, Vec>();
  private pinching = false;

  /** From the second finger on until the last is lifted, so that the one left behind does not draw. */
  get active(): boolean {
    return this.pinching;
  }

  /** Notes a touch event. Returns what the move of two fingers does to the camera, if it is such a move. */
  track(event: PointerEditorEvent): PinchStep | null {
    if (event.type === 'pointer_up') {
      this.fingers.delete(event.pointerId);
      return null;
    }
    const before = this.span();
    if (event.type === 'pointer_down' || this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event.point);
    if (this.fingers.size >= 2) this.pinching = true;
    const after = this.span();
    if (event.type !== 'pointer_move' || !before || !after) return null;
    return {
      centre: after.centre,
      pan: { x: after.centre.x - before.centre.x, y: after.centre.y - before.centre.y },
      zoom: before.length > 0 ? after.length / before.length : 1,
    };
  }

  /** Ends the pinch once no finger is left; to be called after the event has been dealt with. */
  settle(): void {
    if (this.fingers.size === 0) this.pinching = false;
  }

  reset(): void {
    this.fingers.clear();
    this.pinching = false;
  }

  private span(): { readonly centre: Vec; readonly length: number } | null {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b) return null;
    return { centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, length: Math.hypot(a.x - b.x, a.y - b.y) };
  }
}
