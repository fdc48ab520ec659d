import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { toChord, fromKeyboardEvent, type ActionId, type Keymap } from '../../editor';
import { useKeymap } from './user-keymap';

interface Offer {
  readonly action: ActionId;
  readonly keymap: Keymap;
  readonly run: () => void;
}

/** Actions that repeat while their key is pressed. */
const REPEATING_ACTIONS: ReadonlySet<ActionId> = new Set(['brighter', 'darker', 'more-contrast', 'less-contrast']);

/** Actions of the mounted components. The canvas handles its own keys. */
let offers: readonly Offer[] = [];
const watchers = new Set<() => void>();

function setOffers(next: readonly Offer[]): void {
  if (offers.length === 0) window.addEventListener('keydown', onKeyDown);
  offers = next;
  if (offers.length === 0) window.removeEventListener('keydown', onKeyDown);
  for (const watcher of watchers) watcher();
}

function onKeyDown(event: KeyboardEvent): void {
  // Ignore events that the canvas has handled, and keys while a dialog is open.
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
  const key = fromKeyboardEvent(event, document.body);
  if (!key || key.isHandledByControl) return;
  const chord = toChord(key);
  const offer = offers.findLast(({ keymap, action }) => keymap.findAction(chord) === action);
  if (!offer || (event.repeat && !REPEATING_ACTIONS.has(offer.action))) return;
  event.preventDefault();
  offer.run();
}

/** Functions to run by action; null while an action is disabled. */
export type KeyActions = Readonly<Partial<Record<ActionId, (() => void) | null>>>;

/** Registers key actions while the component is mounted. A null action is disabled. */
export function useKeyActions(actions: KeyActions): void {
  const keymap = useKeymap();
  const latest = useRef(actions);
  // A layout effect, so that a key pressed before other effects run acts on what is on the screen.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const enabledActions = (Object.keys(actions) as ActionId[]).filter((action) => actions[action]).join();
  useEffect(() => {
    const newOffers = (enabledActions === '' ? [] : enabledActions.split(',')).map((name): Offer => {
      const action = name as ActionId;
      return { action, keymap, run: () => latest.current[action]?.() };
    });
    setOffers([...offers, ...newOffers]);
    return () => setOffers(offers.filter((offer) => !newOffers.includes(offer)));
  }, [keymap, enabledActions]);
}

/** Registers one key action; see `useKeyActions`. */
export function useKeyAction(action: ActionId, run: (() => void) | null): void {
  useKeyActions({ [action]: run });
}

/** The actions that are currently registered, without those of the canvas. */
export function useOfferedActions(): ReadonlySet<ActionId> {
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => offers,
  );
  return new Set(now.map(({ action }) => action));
}
