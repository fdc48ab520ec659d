import type { PointerEditorEvent } from '../../../editor/input/events';
import type { MaskShape, Shape } from '../../../editor/model/types';
import type { Machine } from '../../../editor/tools/states/state-node';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import { PixelBuffer } from '../pixel-buffer';
import type { PendingShape } from '../../../editor/tools/states/feedback';

/** The states that a tool must have to use this file. */
type PaintStates = { 'awaiting-label': PendingShape };

/** Whether a press removes pixels: with the eraser, or while Alt is held. */
export function isErasing({ maskDrawing }: ToolHost, { modifiers }: PointerEditorEvent): boolean {
  return maskDrawing.mode === 'eraser' || modifiers.alt;
}

/**
 * Returns the mask that a press changes: the only selected mask, unless new shapes get another label. The eraser also finds an
 * unselected mask below the pointer. Returns null if the press starts a new mask or erases nothing.
 */
export function findTarget(host: ToolHost, event: PointerEditorEvent): MaskShape | null {
  if (!isErasing(host, event)) return findSelectedMask(host);
  return toUnlockedMask(host, host.selectedShape) ?? toUnlockedMask(host, host.findShapeAt(event));
}

/** Returns the only selected mask, unless it is locked or new shapes get another label. */
export function findSelectedMask(host: Pick<ToolHost, 'selectedShape' | 'isLocked' | 'getStickyLabel'>): MaskShape | null {
  const selectedMask = toUnlockedMask(host, host.selectedShape);
  const nextLabel = host.getStickyLabel('polygon');
  return selectedMask && (nextLabel === undefined || nextLabel === selectedMask.labelId) ? selectedMask : null;
}

function toUnlockedMask(host: Pick<ToolHost, 'isLocked'>, shape: Shape | undefined): MaskShape | null {
  return shape?.kind === 'mask' && !host.isLocked(shape.id) ? shape : null;
}

export function createBuffer(host: ToolHost, target: MaskShape | null): PixelBuffer {
  // Get the current mask, because a command or another user may have changed it since the drawing started.
  const currentShape = target && host.document.get(target.id);
  return new PixelBuffer(
    host.imageSize,
    currentShape?.kind === 'mask' ? currentShape : target,
    host.getStickyLabel('polygon') ?? null,
  );
}

/** Stores the painted pixels as one undo step. Deletes the mask if no pixel is left. For a new mask, asks for its label. */
export function storePixels(host: ToolHost, machine: Machine<PaintStates>, buffer: PixelBuffer): void {
  const data = buffer.toMaskRuns();
  const { shapeId } = buffer;
  if (shapeId === null && data) {
    host.setDraft({ type: 'pixels', draft: buffer });
    return machine.transition('awaiting-label', { kind: 'mask', data });
  }
  if (shapeId !== null) {
    if (data) host.document.setData(shapeId, data);
    else host.document.delete(shapeId);
  }
  host.setDraft(null);
  machine.returnToIdle();
  if (shapeId !== null && data) host.selectByCommand(shapeId);
}
