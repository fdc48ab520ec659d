import { DRAWING_TOOL_KEYS, type ShapeKind } from '../model/types';
import type { Chord } from './chord';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type LabelAction = `label-${(typeof DIGITS)[number]}`;
/** The actions that apply the label with the number 0 to 9. */
export const LABEL_ACTIONS = DIGITS.map((digit): LabelAction => `label-${digit}`);
const LABEL_KEYS = Object.fromEntries(DIGITS.map((digit) => [`label-${digit}`, [digit]])) as unknown as Readonly<
  Record<LabelAction, readonly Chord[]>
>;

/** The default keys of all actions, grouped as in the help. Users can change the keys. */
export const DEFAULT_KEYS = {
  tools: {
    select: ['v'],
    ...DRAWING_TOOL_KEYS,
    'box-way': ['Shift+b'],
    'mask-way': ['Shift+d'],
    'smaller-brush': ['['],
    'larger-brush': [']'],
  },
  labels: {
    sticky: ['l'],
    'find-label': [';'],
    ...LABEL_KEYS,
  },
  shapes: {
    delete: ['Delete', 'Backspace'],
    copy: ['Ctrl+c'],
    cut: ['Ctrl+x'],
    paste: ['Ctrl+v'],
    'select-all': ['Ctrl+a'],
    hide: ['h'],
    'hide-all': ['Shift+h'],
    lock: ['u'],
    'lock-all': ['Shift+u'],
    'erase-all': ['Shift+Delete'],
    next: ['Tab'],
    previous: ['Shift+Tab'],
    'next-vertex': ['e'],
    'previous-vertex': ['Shift+e'],
    'insert-vertex': ['i'],
    tighten: ['/'],
    'join-group': ['g'],
    undo: ['Ctrl+z'],
    redo: ['Ctrl+Shift+z', 'Ctrl+y'],
  },
  boxes: {
    'rotate-right': ['j'],
    'rotate-left': ['Shift+j'],
    'rotate-right-10': ['y'],
    'rotate-left-10': ['Shift+y'],
  },
  polygons: {
    merge: ['Shift+g'],
    subtract: ['Shift+x'],
    intersect: ['Shift+k'],
    'remove-overlap': ['Shift+z'],
    'cut-polygon': ['Shift+j'],
    simplify: ['Shift+q'],
    smooth: ['Shift+y'],
  },
  outlines: { convert: ['j'], 'fill-gaps': ['y'] },
  masks: {
    'fill-holes': ['Shift+q'],
    'remove-specks': ['Shift+x'],
    'grow-mask': ['Shift+g'],
    'shrink-mask': ['Shift+k'],
  },
  skeletons: {
    'point-occluded': ['Shift+q'],
    'point-absent': ['Shift+x'],
    'swap-sides': ['Shift+z'],
    mirror: ['Shift+g'],
  },
  attributes: { attributes: ['t'] },
  view: {
    'zoom-in': ['+', '='],
    'zoom-out': ['-'],
    fit: ['0'],
    'actual-size': ['Shift+0'],
    adjust: ['Shift+a'],
    brighter: ['w'],
    darker: ['s'],
    'more-contrast': ['Shift+w'],
    'less-contrast': ['Shift+s'],
    invert: ['x'],
    'keep-view': ['k'],
    panel: ['Shift+f'],
    help: ['?'],
  },
  history: {
    history: ['Shift+v'],
    comments: ['q'],
    'place-comment': ['m'],
    'older-version': [','],
    'newer-version': ['.'],
  },
  tabs: {
    'tab-recognition': ['Shift+1'],
    'tab-list': ['Shift+2'],
    'tab-flows': ['Shift+3'],
    'tab-jobs': ['Shift+4'],
    'tab-similarity': ['Shift+5'],
    'tab-meta': ['Shift+6'],
    'tab-verifications': ['Shift+7'],
    'tab-similar': ['Shift+8'],
    'card-tab': ['c'],
  },
  image: {
    verify: ['Ctrl+Enter'],
    'next-image': ['n'],
    'previous-image': ['Shift+n'],
    predict: ['Shift+p'],
    'accept-suspect': ['a'],
    'dismiss-suspect': ['d'],
    'next-remark': ['r'],
    'send-back': ['Shift+m'],
    instructions: ['Shift+i'],
    load: ['Shift+l'],
    'toggle-real': ['Shift+r'],
    'toggle-test': ['Shift+t'],
    'copy-image-id': ['Shift+c'],
    'delete-image': ['Ctrl+Shift+Delete'],
  },
} as const satisfies Record<string, Record<string, readonly Chord[]>>;

export type ActionGroup = keyof typeof DEFAULT_KEYS;
type ActionsOf<Group extends ActionGroup> = Group extends ActionGroup ? keyof (typeof DEFAULT_KEYS)[Group] : never;
/** An action that can have keys. */
export type ActionId = ActionsOf<ActionGroup>;

export const ACTION_GROUPS = Object.keys(DEFAULT_KEYS) as readonly ActionGroup[];

/** The groups whose actions apply to certain kinds of selected shapes. */
const GROUP_KINDS: Readonly<Partial<Record<ActionGroup, readonly ShapeKind[]>>> = {
  boxes: ['object'],
  polygons: ['polygon'],
  outlines: ['polygon', 'mask'],
  masks: ['mask'],
  skeletons: ['skeleton'],
};

/** Whether two actions can have the same key, because they never apply to the same selection. */
export function canShareKeys(first: ActionId, second: ActionId): boolean {
  const otherKinds = listKinds(second);
  return listKinds(first)?.every((kind) => otherKinds?.includes(kind) === false) ?? false;
}

/** Whether an action applies to all selected kinds of shapes. */
export function appliesTo(action: ActionId, kinds: readonly ShapeKind[]): boolean {
  const changedKinds = listKinds(action);
  return kinds.every((kind) => changedKinds?.includes(kind) !== false);
}

const listKinds = (action: ActionId) => GROUP_KINDS[ACTION_GROUPS.find((group) => Object.hasOwn(DEFAULT_KEYS[group], action))!];

export const getActions = (group: ActionGroup) => Object.keys(DEFAULT_KEYS[group]) as readonly ActionId[];

/** Chords with a fixed meaning, which cannot be assigned to an action. */
export const FIXED_CHORDS: readonly Chord[] = ['Escape', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
