import type { KeyEditorEvent, PointerEditorEvent } from '../../../editor/input/events';
import type { Vec } from '../../../editor/model/types';
import { Gesture } from '../../../editor/tools/states/gesture';
import type { Busy } from '../../../editor/tools/states/state-node';
import { snapBrush } from '../bitmap/fill';
import { createBuffer, findTarget, isErasing, storePixels } from './paint-target';
import { isFromKeyboard, type MaskStates } from './states';

/** The state while the user paints a stroke with the brush or eraser. The document changes only at the end of the stroke. */
export class Painting extends Gesture<MaskStates, MaskStates['painting']> {
  private readonly isByKeyboard = isFromKeyboard(this.info.press);
  private readonly pixelValue = isErasing(this.host, this.info.press) ? 0 : 1;
  private readonly brushSize = this.host.maskDrawing.brushSize;
  private readonly target = findTarget(this.host, this.info.press);
  private readonly buffer = createBuffer(this.host, this.target);
  private lastPosition: Vec = this.toBrushPosition(this.info.press);

  override get busy(): Busy {
    return this.isByKeyboard ? 'creating' : 'gesture';
  }

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
    // Select the mask. While a mask is painted, its stored pixels are hidden only if it is selected.
    if (this.target && this.target.id !== this.host.selectedShape?.id) this.host.selectByCommand(this.target.id);
    this.paintTo(this.lastPosition);
    this.host.setDraft({ type: 'pixels', draft: this.buffer });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    if (isFromKeyboard(event) === this.isByKeyboard) this.paintTo(this.toBrushPosition(event));
  }

  override onPointerUp(event: PointerEditorEvent): void {
    if (this.isByKeyboard) return;
    this.onPointerMove(event);
    storePixels(this.host, this.machine, this.buffer);
  }

  /** A mouse press ends a stroke that was started by keyboard. */
  override onPointerDown(): void {
    if (this.isByKeyboard) storePixels(this.host, this.machine, this.buffer);
  }

  /** Enter ends the stroke, even if moving the mouse has removed the crosshair. */
  override onKeyDown({ key }: KeyEditorEvent): boolean {
    if (!this.isByKeyboard || key !== 'Enter') return false;
    storePixels(this.host, this.machine, this.buffer);
    return true;
  }

  override onPlace(event: PointerEditorEvent): boolean {
    this.onPointerMove(event);
    storePixels(this.host, this.machine, this.buffer);
    return true;
  }

  private paintTo(position: Vec): void {
    this.buffer.fillStroke(this.lastPosition, position, this.brushSize, this.pixelValue);
    this.lastPosition = position;
  }

  private toBrushPosition({ point }: PointerEditorEvent): Vec {
    return snapBrush(this.host.viewport.toImage(point), this.brushSize);
  }
}
