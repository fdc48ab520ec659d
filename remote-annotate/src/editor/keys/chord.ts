import { isAccelerated, letterOf, type KeyEditorEvent } from '../input/events';

/** A key with what is held beside it, such as `Ctrl+Shift+z` or `Delete`; Cmd counts as Ctrl. */
export type Chord = string;

const MODIFIER_KEYS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified']);

/**
 * The chord of a key press; null for a modifier alone. Letters are found by their character, or by their place where the
 * keyboard has no Latin ones; digits of the upper row by their place, for French keyboards have them behind Shift. Shift is
 * part of how a sign such as `?` is made, and is not named with it.
 */
export function chordOf(event: KeyEditorEvent): Chord | null {
  const { key, code, modifiers } = event;
  if (MODIFIER_KEYS.has(key)) return null;
  const sign = letterOf(event) || code?.match(/^Digit(\d)$/)?.[1] || (key === ' ' ? 'Space' : key);
  const isSign = sign.length === 1 && !/[\p{L}\p{N}]/u.test(sign);
  return [
    ...(isAccelerated(event) ? ['Ctrl'] : []),
    ...(modifiers.alt ? ['Alt'] : []),
    ...(modifiers.shift && !isSign ? ['Shift'] : []),
    sign,
  ].join('+');
}

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** How a chord is written for people. */
export function chordName(chord: Chord): string {
  const parts = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+plus').split('+');
  return parts
    .map((part) => (part === 'plus' ? '+' : (NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))))
    .join('+');
}
