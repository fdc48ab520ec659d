import { ClickDrawing } from './click-drawing';

/** Draws a shape that two points define, by a drag or by two clicks. Undo, or choosing another tool, discards the unfinished shape. */
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
