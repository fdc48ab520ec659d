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
type FreeKey = `key-${string}`;

interface Offer {
  readonly action: ActionId | FreeKey;
  readonly keymap: Keymap;
  readonly run: () => void;
}

/** Actions that repeat while their key is held down. */
const REPEATING_ACTIONS: ReadonlySet<Offer['action']> = new Set(['brighter', 'darker', 'more-contrast', 'less-contrast']);

/** The actions that mounted components have registered. The canvas handles its keys itself. */
const offers = new Signal<readonly Offer[]>([], new Batcher());

function setOffers(replacement: readonly Offer[]): void {
  offers.set(replacement);
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
  const offer = offers.getSnapshot().findLast(({ keymap, action }) => listMeanings(keymap, chord).includes(action));
  if (!offer || (event.repeat && !REPEATING_ACTIONS.has(offer.action))) return;
  event.preventDefault();
  offer.run();
}

const ANNOTATE = permissionOf<`POST ${(typeof SHAPE_KINDS)[ShapeName]['path']}/`>('annotate');
/** The permissions of the calls that actions send. Actions without an entry change nothing on the server. */
const ACTION_PERMISSIONS: Readonly<Partial<Record<Offer['action'], Permission>>> = {
  ...Object.fromEntries(Object.keys(DRAWING_TOOL_KEYS).map((tool) => [tool, ANNOTATE])),
  'mask-way': ANNOTATE,
  'box-way': ANNOTATE,
  sticky: ANNOTATE,
  'find-label': ANNOTATE,
  ...Object.fromEntries(LABEL_ACTIONS.map((action) => [action, ANNOTATE])),
  'erase-all': permissionOf<'DELETE /detection/v2/object/{id}'>('annotate'),
  tighten: ANNOTATE,
  merge: ANNOTATE,
  subtract: ANNOTATE,
  intersect: ANNOTATE,
  'remove-overlap': ANNOTATE,
  'cut-polygon': ANNOTATE,
  simplify: ANNOTATE,
  'fill-gaps': ANNOTATE,
  smooth: ANNOTATE,
  'fill-holes': ANNOTATE,
  'remove-specks': ANNOTATE,
  'grow-mask': ANNOTATE,
  'shrink-mask': ANNOTATE,
  convert: ANNOTATE,
  attributes: ANNOTATE,
  'place-comment': permissionOf<'POST /comments/v2/thread/'>('annotate'),
  'join-group': permissionOf<'POST /similarity/training/v2/group/{id}/add-objects'>('annotate'),
  predict: ANNOTATE,
  load: ANNOTATE,
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
  offers
    .getSnapshot()
    .findLast((offer) => offer.action === action)
    ?.run();
}

/** Functions to run by action; null while an action is disabled. */
type KeyActions = Readonly<Partial<Record<Offer['action'], (() => void) | null>>>;

/** Registers the key actions that the user's role allows while the component is mounted. A null action is disabled. */
export function useKeyActions(actions: KeyActions): void {
  const keymap = useKeymap();
  const role = useRole();
  const isPermitted = (action: Offer['action']) =>
    role !== null && hasPermission(role, ACTION_PERMISSIONS[action] ?? (action.startsWith('key-') ? ANNOTATE : 'view'));
  const latest = useRef(actions);
  // Use a layout effect, so that a key pressed right after a render runs the current functions.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const enabledActions = (Object.keys(actions) as Offer['action'][])
    .filter((action) => actions[action] && isPermitted(action))
    .join();
  useEffect(() => {
    const newOffers = (enabledActions === '' ? [] : enabledActions.split(',')).map((name): Offer => {
      const action = name as Offer['action'];
      return { action, keymap, run: () => latest.current[action]?.() };
    });
    setOffers([...offers.getSnapshot(), ...newOffers]);
    return () => setOffers(offers.getSnapshot().filter((offer) => !newOffers.includes(offer)));
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
  const keyed = labels.flatMap((label) => (label.key ? [[toKeyAction(label.key), () => choose(label)] as const] : []));
  useKeyActions(Object.fromEntries(keyed));
}

/** Returns the label whose key was pressed, or undefined if the key has another meaning. */
export function findLabelByChord<L extends { readonly key?: string | null }>(
  labels: readonly L[],
  chord: Chord,
  keymap: Keymap,
): L | undefined {
  const pressed = listMeanings(keymap, chord);
  return labels.find(({ key }) => key && pressed.includes(toKeyAction(key)));
}

/** Returns the actions of a chord. If there are none, the chord is treated as the key of a label. */
function listMeanings(keymap: Keymap, chord: Chord): readonly Offer['action'][] {
  const actions = keymap.findActions(chord);
  return actions.length > 0 ? actions : [`key-${chord}`];
}

const toKeyAction = (key: string): Offer['action'] => LABEL_ACTIONS.find((action) => action === `label-${key}`) ?? `key-${key}`;

/** The actions that are currently registered, without the actions of the canvas. */
export function useOfferedActions(): ReadonlySet<string> {
  return new Set(useTopic(offers).map(({ action }) => action));
}
