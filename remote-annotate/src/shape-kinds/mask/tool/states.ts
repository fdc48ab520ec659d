import type { PointerEditorEvent } from '../../../editor/input/events';
import type { PendingShape } from '../../../editor/tools/states/feedback';

export type MaskStates = {
  idle: undefined;
  /** A stroke of the brush or eraser. */
  painting: { readonly press: PointerEditorEvent };
  /** A rectangle that is filled on release. */
  rectangle: { readonly press: PointerEditorEvent };
  /** A polygon that is filled when it is closed. */
  drawing: { readonly press: PointerEditorEvent };
  'awaiting-label': PendingShape;
};

/** The pointer id in events of the keyboard crosshair, which the user moves with the arrow keys. */
const KEYBOARD_POINTER = -1;

/** Whether the event comes from the keyboard crosshair. */
export const isFromKeyboard = ({ pointerId }: PointerEditorEvent): boolean => pointerId === KEYBOARD_POINTER;
