import { Batcher, Signal, type Readable } from '../model/signals';
import type { Chord } from './chord';
import { ACTION_GROUPS, canShareKeys, DEFAULT_KEYS, FIXED_CHORDS, type ActionId } from './default-keys';

/** The keys of the actions that the user has changed. An empty list means no key. */
type CustomKeys = Readonly<Partial<Record<ActionId, readonly Chord[]>>>;

const DEFAULTS: Readonly<Record<ActionId, readonly Chord[]>> = Object.assign(
  {},
  ...ACTION_GROUPS.map((group) => DEFAULT_KEYS[group]),
);
const ACTIONS = Object.keys(DEFAULTS) as readonly ActionId[];

/**
 * The keys of one user. A chord belongs to one action, or to several actions for different kinds of shapes. Assigning a chord to
 * an action removes the chord from its previous action.
 */
export class Keymap {
  private readonly customKeysSignal: Signal<CustomKeys>;
  private byChord: ReadonlyMap<Chord, readonly ActionId[]>;

  constructor(
    customKeys: CustomKeys = {},
    private readonly save: (customKeys: CustomKeys) => void = () => undefined,
  ) {
    this.customKeysSignal = new Signal(customKeys, new Batcher());
    this.byChord = indexByChord(customKeys);
  }

  get topic(): Readable<CustomKeys> {
    return this.customKeysSignal;
  }

  /** Returns the actions of a chord. At most one of them applies to the selected shapes. */
  findActions(chord: Chord | null): readonly ActionId[] {
    return (chord !== null && this.byChord.get(chord)) || [];
  }

  getChords(action: ActionId): readonly Chord[] {
    return listChords(this.customKeysSignal.getSnapshot(), action);
  }

  /**
   * Makes a chord the only key of an action. Returns the actions to which the chord belonged before; they keep their other keys.
   * Returns null if the chord has a fixed meaning.
   */
  rebind(action: ActionId, chord: Chord): readonly ActionId[] | null {
    if (FIXED_CHORDS.includes(chord)) return null;
    const previousActions = this.findActions(chord).filter(
      (candidate) => candidate !== action && !canShareKeys(candidate, action),
    );
    const remainingKeys = previousActions.map(
      (previousAction) =>
        [previousAction, this.getChords(previousAction).filter((remainingChord) => remainingChord !== chord)] as const,
    );
    this.setCustomKeys({ ...this.customKeysSignal.getSnapshot(), ...Object.fromEntries(remainingKeys), [action]: [chord] });
    return previousActions;
  }

  /** Restores the default keys of all actions. */
  reset(): void {
    this.setCustomKeys({});
  }

  private setCustomKeys(customKeys: CustomKeys): void {
    this.byChord = indexByChord(customKeys);
    this.customKeysSignal.set(customKeys);
    this.save(customKeys);
  }
}

/** Returns the keys of an action. A default key that the user has assigned to another action is left out. */
function listChords(customKeys: CustomKeys, action: ActionId): readonly Chord[] {
  const customActions = ACTIONS.filter((candidate) => customKeys[candidate] && !canShareKeys(candidate, action));
  return (
    customKeys[action] ??
    DEFAULTS[action].filter((chord) => !customActions.some((customAction) => customKeys[customAction]?.includes(chord)))
  );
}

function indexByChord(customKeys: CustomKeys): ReadonlyMap<Chord, readonly ActionId[]> {
  const byChord = new Map<Chord, ActionId[]>();
  for (const action of ACTIONS)
    for (const chord of listChords(customKeys, action)) byChord.set(chord, [...(byChord.get(chord) ?? []), action]);
  return byChord;
}

/** Parses stored keys. Skips unknown and invalid entries. */
export function parseCustomKeys(storedKeys: unknown): CustomKeys {
  if (typeof storedKeys !== 'object' || storedKeys === null) return {};
  const validEntries = Object.entries(storedKeys).filter(
    ([action, chords]) =>
      Object.hasOwn(DEFAULTS, action) && Array.isArray(chords) && chords.every((chord) => typeof chord === 'string'),
  );
  return Object.fromEntries(validEntries) as CustomKeys;
}
