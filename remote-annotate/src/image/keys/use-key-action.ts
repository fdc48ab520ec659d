import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { chordOf, fromKeyboardEvent, type ActionId, type Keymap } from '../../editor';
import { useKeymap } from './user-keymap';

interface Offer {
  readonly action: ActionId;
  readonly keymap: Keymap;
  readonly run: () => void;
}

/** Actions that go on while their key is held. */
const REPEATING_ACTIONS: ReadonlySet<ActionId> = new Set(['brighter', 'darker', 'more-contrast', 'less-contrast']);

/** What the mounted screens do by keys; the canvas has its own. */
let offers: readonly Offer[] = [];
const watchers = new Set<() => void>();

function setOffers(next: readonly Offer[]): void {
  if (offers.length === 0) window.addEventListener('keydown', onKeyDown);
  offers = next;
  if (offers.length === 0) window.removeEventListener('keydown', onKeyDown);
  for (const watcher of watchers) watcher();
}

function onKeyDown(event: KeyboardEvent): void {
  // One that the canvas has used, and what lies below a dialog.
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return;
  const key = fromKeyboardEvent(event, document.body);
  if (!key || key.fromInput) return;
  const chord = chordOf(key);
  const offer = offers.findLast(({ keymap, action }) => keymap.actionOf(chord) === action);
  if (!offer || (event.repeat && !REPEATING_ACTIONS.has(offer.action))) return;
  event.preventDefault();
  offer.run();
}

export type KeyActions = Readonly<Partial<Record<ActionId, (() => void) | null>>>;

/** Does things by their keys for as long as the component is mounted; null: not now. */
export function useKeyActions(actions: KeyActions): void {
  const keymap = useKeymap();
  const latest = useRef(actions);
  // With what it draws: a key that comes before the rest of its effects is meant for what is on the screen.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const offered = (Object.keys(actions) as ActionId[]).filter((action) => actions[action]).join();
  useEffect(() => {
    const own = (offered === '' ? [] : offered.split(',')).map((name): Offer => {
      const action = name as ActionId;
      return { action, keymap, run: () => latest.current[action]?.() };
    });
    setOffers([...offers, ...own]);
    return () => setOffers(offers.filter((offer) => !own.includes(offer)));
  }, [keymap, offered]);
}

/** As `useKeyActions`, of one. */
export function useKeyAction(action: ActionId, run: (() => void) | null): void {
  useKeyActions({ [action]: run });
}

/** The actions that can be done now besides those of the canvas. */
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
