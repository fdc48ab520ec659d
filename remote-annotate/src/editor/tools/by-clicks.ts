import type { KeyEditorEvent, PointerEditorEvent } from '../input/events';
import { StateNode, type Busy } from './state-node';
import type { Draft } from './feedback';

/**
 * A shape that is made click by click. Each counts where it is released, so that the first finger of a pinch leaves
 * nothing behind. What is begun stays while another tool is chosen.
 */
export abstract class ByClicks<States, Info> extends StateNode<States, Info> {
  protected pressed = false;

  override get busy(): Busy {
    return this.pressed ? 'gesture' : 'creating';
  }

  override enter(): void {
    this.resume();
  }

  override resume(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
    this.host.setDraft(this.draft());
  }

  override pointerDown(event: PointerEditorEvent): void {
    this.pressed = true;
    this.pointerMove(event);
  }

  override pointerMove(event: PointerEditorEvent): void {
    this.follow(event);
    this.host.setDraft(this.draft());
  }

  override pointerUp(event: PointerEditorEvent): void {
    if (!this.pressed) return;
    this.pressed = false;
    this.pointerMove(event);
    this.click(event);
  }

  override keyDown(event: KeyEditorEvent): boolean {
    return event.key === 'Backspace' && this.undoStep();
  }

  override interrupt(): void {
    this.pressed = false;
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.toIdle();
  }

  override suspend(): Draft | null {
    this.pressed = false;
    this.host.setDraft(null);
    return this.draft();
  }

  /** Notes where the pointer is. */
  protected abstract follow(event: PointerEditorEvent): void;
  protected abstract click(event: PointerEditorEvent): void;
  /** What there is so far. */
  protected abstract draft(): Draft;
}
