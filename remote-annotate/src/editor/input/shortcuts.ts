import type { ActionId } from '../keys/default-keys';
import type { Vec } from '../types';
import { isAccelerated, type KeyEditorEvent } from './events';

const ARROWS: Readonly<Record<string, Vec>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Picture pixels. */
const NUDGE = { plain: 1, large: 10 };

/** Screen pixels; held with Ctrl, a step is one picture pixel. */
const CROSSHAIR_STEP = { plain: 8, large: 48 };

/** Actions that repeat while their key is held. */
const REPEATING: ReadonlySet<ActionId> = new Set([
  ...(['undo', 'redo', 'next', 'previous', 'next-vertex', 'previous-vertex', 'zoom-in', 'zoom-out'] as const),
]);

export const repeats = (action: ActionId): boolean => REPEATING.has(action);

/** The step of an arrow key in picture pixels; null for another key, or an arrow with Ctrl, Cmd or Alt. */
export function nudgeOf(event: KeyEditorEvent): Vec | null {
  if (isAccelerated(event) || event.modifiers.alt) return null;
  return stepOf(event, event.modifiers.shift ? NUDGE.large : NUDGE.plain);
}

/** How far an arrow key moves the crosshair, in picture pixels; null for another key, or an arrow with Alt. */
export function crosshairStepOf(event: KeyEditorEvent, scale: number): Vec | null {
  if (event.modifiers.alt) return null;
  const step = event.modifiers.shift ? CROSSHAIR_STEP.large : CROSSHAIR_STEP.plain;
  return stepOf(event, isAccelerated(event) ? 1 : Math.max(1, Math.round(step / scale)));
}

function stepOf({ key }: KeyEditorEvent, length: number): Vec | null {
  const direction = ARROWS[key];
  return direction ? { x: direction.x * length, y: direction.y * length } : null;
}
