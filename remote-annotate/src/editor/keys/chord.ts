import { isAccelerated, getLetter, type KeyEditorEvent } from '../input/events';

/** A key with its modifiers, such as `Ctrl+Shift+z` or `Delete`. Cmd counts as Ctrl. */
export type Chord = string;

const MODIFIER_KEYS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified']);

/**
 * Returns the chord of a key press, or null for a modifier alone. Letters are identified by their character, or by their position
 * on non-Latin keyboards. Digits are identified by their position, because French keyboards need Shift for them. The chord of a
 * punctuation character such as `?` does not contain Shift.
 */
export function toChord(event: KeyEditorEvent): Chord | null {
  const { key, code, modifiers } = event;
  if (MODIFIER_KEYS.has(key)) return null;
  const character = getLetter(event) || code?.match(/^Digit(\d)$/)?.[1] || (key === ' ' ? 'Space' : key);
  const isPunctuation = character.length === 1 && !/[\p{L}\p{N}]/u.test(character);
  return [
    ...(isAccelerated(event) ? ['Ctrl'] : []),
    ...(modifiers.alt ? ['Alt'] : []),
    ...(modifiers.shift && !isPunctuation ? ['Shift'] : []),
    character,
  ].join('+');
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Returns the display name of a chord. */
export function formatChord(chord: Chord): string {
  const keyNames = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+plus').split('+');
  return keyNames
    .map((keyName) =>
      keyName === 'plus' ? '+' : (KEY_NAMES[keyName] ?? (keyName.length === 1 ? keyName.toUpperCase() : keyName)),
    )
    .join('+');
}
