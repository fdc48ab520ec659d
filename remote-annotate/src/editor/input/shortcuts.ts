import type { Vec } from '../types';
import { isAccelerated, letterOf, type KeyEditorEvent } from './events';

export type Command = 'delete' | 'duplicate' | 'hide' | 'undo' | 'redo' | 'next' | 'previous' | 'zoom-in' | 'zoom-out' | 'fit';

const ARROWS: Readonly<Record<string, Vec>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const LARGE_NUDGE = 10;

const PLAIN_KEYS: Readonly<Record<string, Command>> = {
  Delete: 'delete',
  Backspace: 'delete',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'fit',
  h: 'hide',
  H: 'hide',
};

/** The command that a key press asks for, whatever state the editor is in. */
export function commandOf(event: KeyEditorEvent): Command | null {
  if (event.key === 'Tab') return event.modifiers.shift ? 'previous' : 'next';
  if (!isAccelerated(event)) return event.modifiers.alt ? null : (PLAIN_KEYS[event.key] ?? null);
  switch (letterOf(event)) {
    case 'v':
      return 'duplicate';
    case 'y':
      return 'redo';
    case 'z':
      return event.modifiers.shift ? 'redo' : 'undo';
    default:
      return null;
  }
}

/** The step of an arrow key in picture pixels; null for another key, or an arrow with Ctrl, Cmd or Alt. */
export function nudgeOf(event: KeyEditorEvent): Vec | null {
  const direction = ARROWS[event.key];
  if (!direction || isAccelerated(event) || event.modifiers.alt) return null;
  const step = event.modifiers.shift ? LARGE_NUDGE : 1;
  return { x: direction.x * step, y: direction.y * step };
}
