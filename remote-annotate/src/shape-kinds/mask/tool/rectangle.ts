import { createBoxFromCorners, getBoxArea, getBoxBounds } from '../../../editor/geometry/box';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { BoxData } from '../../../editor/model/types';
import { Gesture } from '../../../editor/tools/states/gesture';
import type { Busy } from '../../../editor/tools/states/state-node';
import { createBuffer, findTarget, isErasing, storePixels } from './paint-target';
import { isFromKeyboard, type MaskStates } from './states';

/** The state that sets or clears the pixels in a rectangle, which the user draws by a drag. */
export class Rectangle extends Gesture<MaskStates, MaskStates['rectangle']> {
  private readonly isByKeyboard = isFromKeyboard(this.info.press);
  private readonly target = findTarget(this.host, this.info.press);
  private readonly value = isErasing(this.host, this.info.press) ? 0 : 1;

  override get busy(): Busy {
    return this.isByKeyboard ? 'creating' : 'gesture';
  }

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    if (isFromKeyboard(event) !== this.isByKeyboard) return;
    const data = this.getBoxTo(event);
    this.host.setDraft({ type: 'box', data, isTooSmall: getBoxArea(data) === 0 });
  }

  override onPointerUp(event: PointerEditorEvent): void {
    if (!this.isByKeyboard) this.fillTo(event);
  }

  /** A mouse press discards a rectangle that was started by keyboard. */
  override onPointerDown(): void {
    if (this.isByKeyboard) this.cancel();
  }

  override onPlace(event: PointerEditorEvent): boolean {
    this.fillTo(event);
    return true;
  }

  private fillTo(event: PointerEditorEvent): void {
    const data = this.getBoxTo(event);
    if (getBoxArea(data) === 0) return this.cancel();
    const buffer = createBuffer(this.host, this.target);
    buffer.fillRectangle(getBoxBounds(data), this.value);
    storePixels(this.host, this.machine, buffer);
  }

  private getBoxTo(event: PointerEditorEvent): BoxData {
    const { viewport, imageSize } = this.host;
    return createBoxFromCorners(viewport.toImage(this.info.press.point), viewport.toImage(event.point), imageSize);
  }
}
