import { permissionOf, useRole } from '@console/shared-auth';
import type { SHAPE_KINDS, ShapeName } from '@console/shared-contract/shape-kinds';
import { hasPermission, type Permission } from '@console/shared-contract/roles';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  DRAWING_TOOL_KEYS,
  toChord,
  fromKeyboardEvent,
  LABEL_ACTIONS,
  type ActionId,
  type Chord,
  type Keymap,
} from '../../editor';
import { Batcher, Signal } from '../../editor/model/signals';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useKeymap } from './user-keymap';

/** The key of a label, such as `key-f`. It works only while no action uses the same key. */
type LabelKeyAction = `key-${string}`;

interface RegisteredAction {
  readonly action: ActionId | LabelKeyAction;
  readonly keymap: Keymap;
  readonly run: () => void;
}

/** Actions that repeat while their key is held down. */
const REPEATING_ACTIONS: ReadonlySet<RegisteredAction['action']> = new Set([
  'brighter',
  'darker',
  'more-contrast',
  'less-contrast',
]);

/** The actions that mounted components have registered. The canvas handles its keys itself. */
const registeredActions = new Signal<readonly RegisteredAction[]>([], new Batcher());

function setRegisteredActions(replacement: readonly RegisteredAction[]): void {
  registeredActions.set(replacement);
  // Adding the same listener again has no effect.
  if (replacement.length > 0) window.addEventListener('keydown', onKeyDown);
  else window.removeEventListener('keydown', onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  // Ignore events that the canvas has handled, and keys while a dialog is open.
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
  const key = fromKeyboardEvent(event, document.body);
  if (!key || key.isHandledByControl) return;
  const chord = toChord(key);
  if (chord === null) return;
  const registeredAction = registeredActions
    .getSnapshot()
    .findLast(({ keymap, action }) => listActionsOfChord(keymap, chord).includes(action));
  if (!registeredAction || (event.repeat && !REPEATING_ACTIONS.has(registeredAction.action))) return;
  event.preventDefault();
  registeredAction.run();
}

const ANNOTATE_PERMISSION = permissionOf<`POST ${(typeof SHAPE_KINDS)[ShapeName]['path']}/`>('annotate');
/** The permissions of the calls that actions send. Actions without an entry change nothing on the server. */
const ACTION_PERMISSIONS: Readonly<Partial<Record<RegisteredAction['action'], Permission>>> = {
  ...Object.fromEntries(Object.keys(DRAWING_TOOL_KEYS).map((tool) => [tool, ANNOTATE_PERMISSION])),
  'mask-way': ANNOTATE_PERMISSION,
  'box-way': ANNOTATE_PERMISSION,
  sticky: ANNOTATE_PERMISSION,
  'find-label': ANNOTATE_PERMISSION,
  ...Object.fromEntries(LABEL_ACTIONS.map((action) => [action, ANNOTATE_PERMISSION])),
  'erase-all': permissionOf<'DELETE /detection/v2/object/{id}'>('annotate'),
  tighten: ANNOTATE_PERMISSION,
  merge: ANNOTATE_PERMISSION,
  subtract: ANNOTATE_PERMISSION,
  intersect: ANNOTATE_PERMISSION,
  'remove-overlap': ANNOTATE_PERMISSION,
  'cut-polygon': ANNOTATE_PERMISSION,
  simplify: ANNOTATE_PERMISSION,
  'fill-gaps': ANNOTATE_PERMISSION,
  smooth: ANNOTATE_PERMISSION,
  'fill-holes': ANNOTATE_PERMISSION,
  'remove-specks': ANNOTATE_PERMISSION,
  'grow-mask': ANNOTATE_PERMISSION,
  'shrink-mask': ANNOTATE_PERMISSION,
  convert: ANNOTATE_PERMISSION,
  attributes: ANNOTATE_PERMISSION,
  'place-comment': permissionOf<'POST /comments/v2/thread/'>('annotate'),
  'join-group': permissionOf<'POST /similarity/training/v2/group/{id}/add-objects'>('annotate'),
  predict: ANNOTATE_PERMISSION,
  load: ANNOTATE_PERMISSION,
  verify: permissionOf<'POST /annotate/v2/verification/'>('annotate'),
  'toggle-real': permissionOf<'POST /recognition/v2/training-image/update'>('annotate'),
  'toggle-test': permissionOf<'POST /recognition/v2/training-image/update'>('annotate'),
  'accept-suspect': permissionOf<'PUT /annotate/v2/suspect/{id}'>('review'),
  'dismiss-suspect': permissionOf<'PUT /annotate/v2/suspect/{id}'>('review'),
  'send-back': permissionOf<'POST /annotate/v2/imagejob/{id}/send-back'>('review'),
  'delete-image': permissionOf<'DELETE /recognition/v2/training-image/{id}'>('manage'),
};

/** Runs an action that a mounted component has registered, as if its key were pressed. */
export function runAction(action: ActionId): void {
  registeredActions
    .getSnapshot()
    .findLast((registeredAction) => registeredAction.action === action)
    ?.run();
}

/** Functions to run by action; null while an action is disabled. */
type KeyActions = Readonly<Partial<Record<RegisteredAction['action'], (() => void) | null>>>;

/** Registers the key actions that the user's role allows while the component is mounted. A null action is disabled. */
export function useKeyActions(actions: KeyActions): void {
  const keymap = useKeymap();
  const role = useRole();
  const isPermitted = (action: RegisteredAction['action']) =>
    role !== null &&
    hasPermission(role, ACTION_PERMISSIONS[action] ?? (action.startsWith('key-') ? ANNOTATE_PERMISSION : 'view'));
  const latestActions = useRef(actions);
  // Use a layout effect, so that a key pressed right after a render runs the current functions.
  useLayoutEffect(() => {
    latestActions.current = actions;
  });
  const enabledActions = (Object.keys(actions) as RegisteredAction['action'][])
    .filter((action) => actions[action] && isPermitted(action))
    .join();
  useEffect(() => {
    const newActions = (enabledActions === '' ? [] : enabledActions.split(',')).map((name): RegisteredAction => {
      const action = name as RegisteredAction['action'];
      return { action, keymap, run: () => latestActions.current[action]?.() };
    });
    setRegisteredActions([...registeredActions.getSnapshot(), ...newActions]);
    return () =>
      setRegisteredActions(registeredActions.getSnapshot().filter((registeredAction) => !newActions.includes(registeredAction)));
  }, [keymap, enabledActions]);
}

/** Registers one key action; see `useKeyActions`. */
export function useKeyAction(action: ActionId, run: (() => void) | null): void {
  useKeyActions({ [action]: run });
}

/** Registers the keys of labels. Digits are actions, whose keys the user can change. Other keys work if no action uses them. */
export function useLabelKeyActions<L extends { readonly key?: string | null }>(
  labels: readonly L[],
  choose: (label: L) => void,
): void {
  const labelActions = labels.flatMap((label) => (label.key ? [[toKeyAction(label.key), () => choose(label)] as const] : []));
  useKeyActions(Object.fromEntries(labelActions));
}

/** Returns the label whose key was pressed, or undefined if the key has another meaning. */
export function findLabelByChord<L extends { readonly key?: string | null }>(
  labels: readonly L[],
  chord: Chord,
  keymap: Keymap,
): L | undefined {
  const actionsOfChord = listActionsOfChord(keymap, chord);
  return labels.find(({ key }) => key && actionsOfChord.includes(toKeyAction(key)));
}

/** Returns the actions of a chord. If there are none, the chord is treated as the key of a label. */
function listActionsOfChord(keymap: Keymap, chord: Chord): readonly RegisteredAction['action'][] {
  const actions = keymap.findActions(chord);
  return actions.length > 0 ? actions : [`key-${chord}`];
}

const toKeyAction = (key: string): RegisteredAction['action'] =>
  LABEL_ACTIONS.find((action) => action === `label-${key}`) ?? `key-${key}`;

/** The actions that are currently registered, without the actions of the canvas. */
export function useOfferedActions(): ReadonlySet<string> {
  return new Set(useTopic(registeredActions).map(({ action }) => action));
}
