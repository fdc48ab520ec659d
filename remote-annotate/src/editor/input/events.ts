import type { Vec } from '../types';

export type PointerType = 'mouse' | 'pen' | 'touch';

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  /** Cmd on a Mac, where it stands for Ctrl. */
  readonly meta: boolean;
}

interface EventBase {
  readonly modifiers: Modifiers;
}

interface PointedEvent extends EventBase {
  /** CSS pixels from the canvas's upper left corner. */
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
  /** CSS pixels; positive is towards the person and zooms out. */
  readonly deltaY: number;
}

export interface KeyEditorEvent extends EventBase {
  readonly type: 'key_down' | 'key_up';
  /** `KeyboardEvent.key`. */
  readonly key: string;
  /** `KeyboardEvent.code`; used for letters on keyboards that are not Latin. */
  readonly code?: string;
  /** The key went to a text field, a list or a dialog: the editor ignores it. */
  readonly fromInput?: boolean;
  /** Another control than the canvas has the focus: Tab, Enter and the arrow keys are that one's. */
  readonly fromElsewhere?: boolean;
  /** Nothing has the focus: Tab goes where the page begins. */
  readonly fromPage?: boolean;
  /** The key is held down and this is no new press. */
  readonly repeat?: boolean;
}

/** The pointer was taken away (pointercancel) or the window lost the focus: what hangs on a held button or key ends. */
export interface CancelEditorEvent {
  readonly type: 'cancel';
}

/** The pointer left the canvas with no button held. */
export interface LeaveEditorEvent {
  readonly type: 'pointer_leave';
}

export type EditorEvent =
  PointerEditorEvent | ClickEditorEvent | WheelEditorEvent | KeyEditorEvent | CancelEditorEvent | LeaveEditorEvent;

export const NO_MODIFIERS: Modifiers = { shift: false, alt: false, ctrl: false, meta: false };

/** Ctrl, or Cmd on a Mac. */
export function isAccelerated({ modifiers }: EventBase): boolean {
  return modifiers.ctrl || modifiers.meta;
}

/** The letter of a key in lower case: by its character, or by its place where the keyboard has no Latin letters. */
export function letterOf({ key, code }: KeyEditorEvent): string {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  return /^[ -~]$/.test(letter) ? '' : (code?.match(/^Key([A-Z])$/)?.[1]?.toLowerCase() ?? '');
}
