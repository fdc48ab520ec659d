import type { Vec } from '../types';
import type { ClickEditorEvent, KeyEditorEvent, Modifiers, PointerEditorEvent, PointerType, WheelEditorEvent } from './events';

const POINTER_TYPES = { pointerdown: 'pointer_down', pointermove: 'pointer_move', pointerup: 'pointer_up' } as const;
const CLICK_TYPES = { contextmenu: 'right_click', dblclick: 'double_click' } as const;
const KEY_TYPES = { keydown: 'key_down', keyup: 'key_up' } as const;

/** What takes keys for itself. A dialog is one: its Enter and Esc are not the canvas's. */
const KEY_TAKERS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="slider"], [role="dialog"], [role="alertdialog"], dialog';

/** Height of a wheel step that comes in lines or pages, in CSS pixels. */
const LINE_HEIGHT = 16;
const PAGE_HEIGHT = 400;

type CanvasRect = Pick<DOMRect, 'left' | 'top'>;

/** @param canvas the canvas's getBoundingClientRect() */
export function fromPointerEvent(event: PointerEvent, canvas: CanvasRect): PointerEditorEvent | null {
  const type = POINTER_TYPES[event.type as keyof typeof POINTER_TYPES];
  if (!type) return null;
  return {
    type,
    point: pointOf(event, canvas),
    modifiers: modifiersOf(event),
    button: event.button,
    pointerType: pointerTypeOf(event.pointerType),
    pointerId: event.pointerId,
  };
}

/** For `contextmenu` and `dblclick`. */
export function fromMouseEvent(event: MouseEvent, canvas: CanvasRect): ClickEditorEvent | null {
  const type = CLICK_TYPES[event.type as keyof typeof CLICK_TYPES];
  if (!type) return null;
  const pointerType = 'pointerType' in event ? pointerTypeOf(event.pointerType) : 'mouse';
  return { type, point: pointOf(event, canvas), modifiers: modifiersOf(event), pointerType };
}

export function fromWheelEvent(event: WheelEvent, canvas: CanvasRect): WheelEditorEvent {
  const unit = event.deltaMode === 1 ? LINE_HEIGHT : event.deltaMode === 2 ? PAGE_HEIGHT : 1;
  return { type: 'wheel', point: pointOf(event, canvas), modifiers: modifiersOf(event), deltaY: event.deltaY * unit };
}

/**
 * For a listener on the window. Keys of text fields, lists and dialogs, and of an input method at work, come marked
 * `fromInput`; those of other controls `fromElsewhere`.
 * @param canvas the element that has the focus while a person draws
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
    modifiers: modifiersOf(event),
    fromInput: event.isComposing || takesKeys(target) || copiesText(event),
    fromElsewhere: target instanceof Element && !isPage && !canvas.contains(target),
    fromPage: isPage,
    repeat: event.repeat,
  };
}

/** Whether keys pressed in `target` belong to it and not to the canvas. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(KEY_TAKERS) !== null;
}

/** Ctrl+C and Ctrl+X while text of the page is marked are for that text. */
function copiesText(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || !/^[cx]$/i.test(event.key)) return false;
  return !(document.getSelection()?.isCollapsed ?? true);
}

function pointOf(event: MouseEvent, canvas: CanvasRect): Vec {
  return { x: event.clientX - canvas.left, y: event.clientY - canvas.top };
}

function modifiersOf(event: MouseEvent | KeyboardEvent): Modifiers {
  return { shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey, meta: event.metaKey };
}

function pointerTypeOf(value: unknown): PointerType {
  return value === 'pen' || value === 'touch' ? value : 'mouse';
}
