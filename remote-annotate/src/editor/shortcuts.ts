import type { ActionId } from './keys/default-keys';
import type { Vec } from './model/types';
import { isAccelerated, type KeyEditorEvent } from './input/events';

/** Direction of each arrow key. */
export const ARROWS: Readonly<Record<string, Vec>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Steps of the arrow keys in image pixels; `large` applies with Shift. */
const NUDGE = { plain: 1, large: 10 };

/** Steps of the crosshair in screen pixels. With Ctrl, a step is one image pixel. */
const CROSSHAIR_STEP = { plain: 8, large: 48 };

/** Actions that repeat while their key is held. */
const REPEATABLE_ACTIONS: ReadonlySet<ActionId> = new Set([
  'undo',
  'redo',
  'next',
  'previous',
  'next-vertex',
  'previous-vertex',
  'zoom-in',
  'zoom-out',
  'smaller-brush',
  'larger-brush',
  'rotate-right',
  'rotate-left',
  'rotate-right-10',
  'rotate-left-10',
]);

export const isRepeatable = (action: ActionId): boolean => REPEATABLE_ACTIONS.has(action);

/** Returns the step of an arrow key in image pixels, or null for other keys and with Ctrl, Cmd or Alt. */
export function toNudge(event: KeyEditorEvent): Vec | null {
  if (isAccelerated(event) || event.modifiers.alt) return null;
  return toStep(event, event.modifiers.shift ? NUDGE.large : NUDGE.plain);
}

/** Returns the step of the crosshair in image pixels, or null for keys other than arrow keys, and with Alt. */
export function toCrosshairStep(event: KeyEditorEvent, scale: number): Vec | null {
  if (event.modifiers.alt) return null;
  const step = event.modifiers.shift ? CROSSHAIR_STEP.large : CROSSHAIR_STEP.plain;
  return toStep(event, isAccelerated(event) ? 1 : Math.max(1, Math.round(step / scale)));
}

function toStep({ key }: KeyEditorEvent, length: number): Vec | null {
  const direction = ARROWS[key];
  return direction ? { x: direction.x * length, y: direction.y * length } : null;
}
