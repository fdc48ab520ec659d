import { ClickDrawing } from './click-drawing';

/** Draws between two points, by a drag or by two clicks. It has no intermediate steps, so undo and choosing another tool discard it. */
export abstract class TwoPointDrawing<States, Info> extends ClickDrawing<States, Info> {
  override enter(): void {
    this.isPressed = true;
    super.enter();
  }

  override onRightClick(): void {
    this.cancel();
  }

  override undoStep(): boolean {
    this.cancel();
    return true;
  }

  override suspend(): null {
    this.cancel();
    return null;
  }
}
