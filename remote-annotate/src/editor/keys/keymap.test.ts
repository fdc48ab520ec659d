import { TestEditor } from '../testing/test-editor';
import { formatChord, toChord } from './chord';
import { ACTION_GROUPS, canShareKeys, getActions } from './default-keys';
import { Keymap, parseCustomKeys } from './keymap';

const press = (
  key: string,
  code: string,
  heldModifiers: { shift?: boolean; ctrl?: boolean; alt?: boolean; meta?: boolean } = {},
) =>
  toChord({ type: 'key_down', key, code, modifiers: { shift: false, ctrl: false, alt: false, meta: false, ...heldModifiers } });

test.each([
  ['a letter', 'v', 'KeyV', {}, 'v'],
  ['with caps lock', 'V', 'KeyV', {}, 'v'],
  ['with Shift', 'V', 'KeyV', { shift: true }, 'Shift+v'],
  ['on a Russian keyboard, by its place', 'м', 'KeyV', {}, 'v'],
  ['on a French one, by its character', 'a', 'KeyQ', {}, 'a'],
  ['a digit', '1', 'Digit1', {}, '1'],
  ['a digit on a French keyboard, without Shift', '&', 'Digit1', {}, '1'],
  ['a digit with Shift', '!', 'Digit1', { shift: true }, 'Shift+1'],
  ['a sign that is made with Shift', '?', 'Slash', { shift: true }, '?'],
  ['Cmd as Ctrl', 'z', 'KeyZ', { meta: true, shift: true }, 'Ctrl+Shift+z'],
  ['a key with a name', 'Delete', 'Delete', { shift: true }, 'Shift+Delete'],
] as const)('toChord names a key press: %s', (_, key, code, heldModifiers, chord) => {
  expect(press(key, code, heldModifiers)).toBe(chord);
});

test('a modifier key alone is not a chord', () => {
  expect(press('Shift', 'ShiftLeft', { shift: true })).toBeNull();
});

test('formatChord returns the display names of keys', () => {
  expect(['Ctrl+Shift+z', '+', 'Escape', 'ArrowLeft', 'Ctrl++'].map(formatChord)).toEqual([
    'Ctrl+Shift+Z',
    '+',
    'Esc',
    '←',
    'Ctrl++',
  ]);
});

test('every action has a key, and simultaneously available actions have different keys', () => {
  const keys = new Keymap();
  for (const action of ACTION_GROUPS.flatMap(getActions)) {
    expect(keys.getChords(action)).not.toHaveLength(0);
    for (const chord of keys.getChords(action))
      expect(
        keys.findActions(chord).filter((otherAction) => otherAction !== action && !canShareKeys(action, otherAction)),
      ).toEqual([]);
  }
});

test('rebind moves a key between actions and saves it until reset', () => {
  const savedKeys: unknown[] = [];
  const keys = new Keymap({}, (customKeys) => savedKeys.push(customKeys));
  expect(keys.rebind('polygon', 'v')).toEqual(['select']);
  expect([keys.findActions('v'), keys.findActions('p'), keys.getChords('select')]).toEqual([['polygon'], [], []]);
  expect(new Keymap(parseCustomKeys(JSON.parse(JSON.stringify(savedKeys.at(-1))))).findActions('v')).toEqual(['polygon']);
  keys.reset();
  expect([keys.findActions('p'), keys.findActions('v')]).toEqual([['polygon'], ['select']]);
});

test('actions of different kinds of shapes can have the same key', () => {
  const keys = new Keymap();
  expect(keys.rebind('fill-holes', 'Shift+y')).toEqual([]);
  expect(keys.findActions('Shift+y')).toEqual(['rotate-left-10', 'smooth', 'fill-holes']);
  expect(keys.rebind('fill-holes', 'h')).toEqual(['hide']);
});

test('a key that several kinds of shapes share moves away from all of their actions', () => {
  const keys = new Keymap();
  expect(keys.rebind('hide', 'Shift+x')).toEqual(['subtract', 'remove-specks', 'point-absent']);
  expect(keys.findActions('Shift+x')).toEqual(['hide']);
});

test('a default key gives way to a stored key of another action', () => {
  const keys = new Keymap({ delete: ['z'] });
  expect([keys.findActions('z'), keys.getChords('assist')]).toEqual([['delete'], []]);
});

test('Esc, Enter and arrow keys cannot be rebound', () => {
  expect(new Keymap().rebind('hide', 'Escape')).toBeNull();
});

test('unknown and invalid stored keys are ignored', () => {
  expect(parseCustomKeys({ hide: ['x'], gone: ['y'], undo: 'z', redo: [1] })).toEqual({ hide: ['x'] });
  expect(parseCustomKeys(null)).toEqual({});
  expect(parseCustomKeys('x')).toEqual({});
});

test('the editor uses the given keymap', () => {
  const editor = new TestEditor({ tool: 'point' }).click(100, 100).confirm('tip');
  editor.keys.rebind('delete', 'x');
  editor.pressAll('Delete').expectShapes({ kind: 'point' }).pressAll('x').expectShapes();
});
