import type { Vec } from '../model/types';
import type { PointerEditorEvent } from './events';

interface PinchStep {
  /** The point between the fingers in screen pixels. */
  readonly center: Vec;
  readonly pan: Vec;
  readonly zoom: number;
}

/** Tracks the fingers on the canvas to distinguish a pinch from drawing with one finger. */
export class Pinch {
  private readonly fingers = new Map<number, Vec>();
  private isPinching = false;

  /**
   * Whether a pinch is active: from the touch of a second finger until all fingers are lifted, so that a remaining finger does not draw.
   */
  get isActive(): boolean {
    return this.isPinching;
  }

  /** Tracks a touch event. Returns the camera step if two fingers moved. */
  track(event: PointerEditorEvent): PinchStep | null {
    if (event.type === 'pointer_up') {
      this.fingers.delete(event.pointerId);
      return null;
    }
    const spanBefore = this.getSpan();
    if (event.type === 'pointer_down' || this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event.point);
    if (this.fingers.size >= 2) this.isPinching = true;
    const spanAfter = this.getSpan();
    if (event.type !== 'pointer_move' || !spanBefore || !spanAfter) return null;
    return {
      center: spanAfter.center,
      pan: { x: spanAfter.center.x - spanBefore.center.x, y: spanAfter.center.y - spanBefore.center.y },
      zoom: spanBefore.length > 0 ? spanAfter.length / spanBefore.length : 1,
    };
  }

  /** Ends the pinch if no finger is left. Call this after an event was handled. */
  endIfReleased(): void {
    if (this.fingers.size === 0) this.isPinching = false;
  }

  reset(): void {
    this.fingers.clear();
    this.isPinching = false;
  }

  private getSpan(): { readonly center: Vec; readonly length: number } | null {
    const [firstFinger, secondFinger] = [...this.fingers.values()];
    if (!firstFinger || !secondFinger) return null;
    return {
      center: { x: (firstFinger.x + secondFinger.x) / 2, y: (firstFinger.y + secondFinger.y) / 2 },
      length: Math.hypot(firstFinger.x - secondFinger.x, firstFinger.y - secondFinger.y),
    };
  }
}
