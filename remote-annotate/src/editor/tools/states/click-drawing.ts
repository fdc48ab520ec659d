import type { KeyEditorEvent, PointerEditorEvent } from '../../input/events';
import { StateNode, type Busy } from './state-node';
import type { Draft } from './feedback';

/**
 * A tool state that draws a shape point by point. Points are added on pointer release, so that the first finger of a pinch does
 * not add a point. `suspend` returns the draft when the user switches to another tool, so that drawing can continue later.
 */
export abstract class ClickDrawing<States, Info> extends StateNode<States, Info> {
  protected isPressed = false;

  override get busy(): Busy {
    return this.isPressed ? 'gesture' : 'creating';
  }

  override enter(): void {
    this.resume();
  }

  override resume(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
    this.host.setDraft(this.getDraft());
  }

  override onPointerDown(event: PointerEditorEvent): void {
    this.isPressed = true;
    this.onPointerMove(event);
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.updatePointer(event);
    this.host.setDraft(this.getDraft());
  }

  override onPointerUp(event: PointerEditorEvent): void {
    if (!this.isPressed) return;
    this.isPressed = false;
    this.onPointerMove(event);
    this.handleClick(event);
  }

  override onKeyDown(event: KeyEditorEvent): boolean {
    return event.key === 'Backspace' && this.undoStep();
  }

  override interrupt(): void {
    this.isPressed = false;
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.returnToIdle();
  }

  override suspend(): Draft | null {
    this.isPressed = false;
    this.host.setDraft(null);
    return this.getDraft();
  }

  /** Updates the position of the pointer. */
  protected abstract updatePointer(event: PointerEditorEvent): void;
  protected abstract handleClick(event: PointerEditorEvent): void;
  /** Returns the current draft. */
  protected abstract getDraft(): Draft;
}
