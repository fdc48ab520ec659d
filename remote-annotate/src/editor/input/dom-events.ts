import type { Vec } from '../model/types';
import type { ClickEditorEvent, KeyEditorEvent, Modifiers, PointerEditorEvent, PointerType, WheelEditorEvent } from './events';

const POINTER_TYPES = { pointerdown: 'pointer_down', pointermove: 'pointer_move', pointerup: 'pointer_up' } as const;
const CLICK_TYPES = { contextmenu: 'right_click', dblclick: 'double_click' } as const;
const KEY_TYPES = { keydown: 'key_down', keyup: 'key_up' } as const;

/** Elements that handle keys themselves. Enter and Esc in a dialog do not belong to the canvas either. */
const KEY_CONSUMERS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="slider"], [role="dialog"], [role="alertdialog"], dialog';

/** Height of a wheel step in CSS pixels, for browsers that report lines or pages. */
const LINE_HEIGHT = 16;
const PAGE_HEIGHT = 400;

type CanvasRect = Pick<DOMRect, 'left' | 'top'>;

/** @param canvas the canvas's getBoundingClientRect() */
export function fromPointerEvent(event: PointerEvent, canvas: CanvasRect): PointerEditorEvent | null {
  const type = POINTER_TYPES[event.type as keyof typeof POINTER_TYPES];
  if (!type) return null;
  return {
    type,
    point: toCanvasPoint(event, canvas),
    modifiers: toModifiers(event),
    button: event.button,
    pointerType: toPointerType(event.pointerType),
    pointerId: event.pointerId,
  };
}

/** Converts `contextmenu` and `dblclick` events. */
export function fromMouseEvent(event: MouseEvent, canvas: CanvasRect): ClickEditorEvent | null {
  const type = CLICK_TYPES[event.type as keyof typeof CLICK_TYPES];
  if (!type) return null;
  const pointerType = 'pointerType' in event ? toPointerType(event.pointerType) : 'mouse';
  return { type, point: toCanvasPoint(event, canvas), modifiers: toModifiers(event), pointerType };
}

export function fromWheelEvent(event: WheelEvent, canvas: CanvasRect): WheelEditorEvent {
  // With Shift, some browsers report the movement of the wheel as horizontal.
  const deltaX = event.shiftKey ? event.deltaX : 0;
  const pixelsPerUnit = event.deltaMode === 1 ? LINE_HEIGHT : event.deltaMode === 2 ? PAGE_HEIGHT : 1;
  return {
    type: 'wheel',
    point: toCanvasPoint(event, canvas),
    modifiers: toModifiers(event),
    deltaY: (event.deltaY || deltaX) * pixelsPerUnit,
  };
}

/**
 * Converts key events of the window. Keys of text fields, lists, dialogs and input methods get `isHandledByControl`. Keys of
 * other controls get `isFromOtherControl`.
 * @param canvas the element that has the focus while the user draws
 */
export function fromKeyboardEvent(event: KeyboardEvent, canvas: Element): KeyEditorEvent | null {
  const type = KEY_TYPES[event.type as keyof typeof KEY_TYPES];
  if (!type) return null;
  const { target } = event;
  const isPage = target === document.body || target === document.documentElement;
  return {
    type,
    key: event.key,
    code: event.code,
    modifiers: toModifiers(event),
    isHandledByControl: event.isComposing || isKeyConsumer(target) || isTextCopy(event),
    isFromOtherControl: target instanceof Element && !isPage && !canvas.contains(target),
    isFromPage: isPage,
    isRepeat: event.repeat,
  };
}

/** Whether the element handles keys itself, so that they do not belong to the canvas. */
export function isKeyConsumer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(KEY_CONSUMERS) !== null;
}

/** Whether Ctrl+C or Ctrl+X copies selected text of the page. */
function isTextCopy(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || !/^[cx]$/i.test(event.key)) return false;
  return !(document.getSelection()?.isCollapsed ?? true);
}

function toCanvasPoint(event: MouseEvent, canvas: CanvasRect): Vec {
  return { x: event.clientX - canvas.left, y: event.clientY - canvas.top };
}

function toModifiers(event: MouseEvent | KeyboardEvent): Modifiers {
  return { shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey, meta: event.metaKey };
}

function toPointerType(value: unknown): PointerType {
  return value === 'pen' || value === 'touch' ? value : 'mouse';
}
