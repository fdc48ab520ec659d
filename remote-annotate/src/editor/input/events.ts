import type { Vec } from '../model/types';

export type PointerType = 'mouse' | 'pen' | 'touch';

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  /** The Cmd key on a Mac. It is used like Ctrl. */
  readonly meta: boolean;
}

interface EventBase {
  readonly modifiers: Modifiers;
}

interface PointedEvent extends EventBase {
  /** CSS pixels from the upper left corner of the canvas. */
  readonly point: Vec;
}

export interface PointerEditorEvent extends PointedEvent {
  readonly type: 'pointer_down' | 'pointer_move' | 'pointer_up';
  /** The button that went down or up: 0 primary, 1 middle, 2 secondary; -1 on a move. */
  readonly button: number;
  readonly pointerType: PointerType;
  readonly pointerId: number;
}

export interface ClickEditorEvent extends PointedEvent {
  readonly type: 'right_click' | 'double_click';
  readonly pointerType: PointerType;
}

export interface WheelEditorEvent extends PointedEvent {
  readonly type: 'wheel';
  /** CSS pixels. A positive value is a rotation towards the user, which zooms out. */
  readonly deltaY: number;
}

export interface KeyEditorEvent extends EventBase {
  readonly type: 'key_down' | 'key_up';
  /** `KeyboardEvent.key`. */
  readonly key: string;
  /** `KeyboardEvent.code`, which identifies letters on non-Latin keyboards. */
  readonly code?: string;
  /** Whether a text field, a list or a dialog gets the key. The editor then ignores it. */
  readonly isHandledByControl?: boolean;
  /** Whether a control other than the canvas has the focus. This control then handles Tab, Enter and the arrow keys. */
  readonly isFromOtherControl?: boolean;
  /** Whether no element has the focus. Tab then moves to the first element of the page. */
  readonly isFromPage?: boolean;
  /** Whether the key is held down and this event is a repeat. */
  readonly isRepeat?: boolean;
}

/** The pointer was canceled or the window lost the focus. Gestures with a held button or key end. */
interface CancelEditorEvent {
  readonly type: 'cancel';
}

/** The pointer left the canvas without a held button. */
interface LeaveEditorEvent {
  readonly type: 'pointer_leave';
}

export type EditorEvent =
  | PointerEditorEvent
  | ClickEditorEvent
  | WheelEditorEvent
  | KeyEditorEvent
  | CancelEditorEvent
  | LeaveEditorEvent;

export const NO_MODIFIERS: Modifiers = { shift: false, alt: false, ctrl: false, meta: false };

/** Ctrl, or Cmd on a Mac. */
export function isAccelerated({ modifiers }: EventBase): boolean {
  return modifiers.ctrl || modifiers.meta;
}

/** Returns the letter of a key in lower case: by its character, or by its position on non-Latin keyboards. */
export function getLetter({ key, code }: KeyEditorEvent): string {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  return /^[ -~]$/.test(letter) ? '' : (code?.match(/^Key([A-Z])$/)?.[1]?.toLowerCase() ?? '');
}
