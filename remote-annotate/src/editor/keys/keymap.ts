import { Batcher, Signal, type Readable } from '../signals';
import type { Chord } from './chord';
import { ACTION_GROUPS, DEFAULT_KEYS, FIXED_CHORDS, type ActionId } from './default-keys';

/** The keys of those actions that a person has given others; an empty list: none. */
export type OwnKeys = Readonly<Partial<Record<ActionId, readonly Chord[]>>>;

const DEFAULTS: Readonly<Record<ActionId, readonly Chord[]>> = Object.assign(
  {},
  ...ACTION_GROUPS.map((group) => DEFAULT_KEYS[group]),
);
const ACTIONS = Object.keys(DEFAULTS) as readonly ActionId[];

/** Which key does what for one person. A chord does one thing: given to an action, it is taken from the one that had it. */
export class Keymap {
  private readonly signal: Signal<OwnKeys>;
  private byChord: ReadonlyMap<Chord, ActionId>;

  constructor(
    own: OwnKeys = {},
    private readonly save: (own: OwnKeys) => void = () => undefined,
  ) {
    this.signal = new Signal(own, new Batcher());
    this.byChord = indexed((action) => this.chordsOf(action));
  }

  get topic(): Readable<OwnKeys> {
    return this.signal;
  }

  actionOf(chord: Chord | null): ActionId | null {
    return chord === null ? null : (this.byChord.get(chord) ?? null);
  }

  chordsOf(action: ActionId): readonly Chord[] {
    return this.signal.getSnapshot()[action] ?? DEFAULTS[action];
  }

  /** Makes a chord the only key of an action. Returns the action that had it before, which keeps its other keys; false: it cannot be given away. */
  rebind(action: ActionId, chord: Chord): ActionId | null | false {
    if (FIXED_CHORDS.includes(chord)) return false;
    const before = this.actionOf(chord);
    const loser = before === action ? null : before;
    const lost = loser === null ? {} : { [loser]: this.chordsOf(loser).filter((each) => each !== chord) };
    this.set({ ...this.signal.getSnapshot(), ...lost, [action]: [chord] });
    return loser;
  }

  /** Gives all actions their first keys back. */
  reset(): void {
    this.set({});
  }

  private set(own: OwnKeys): void {
    this.byChord = indexed((action) => own[action] ?? DEFAULTS[action]);
    this.signal.set(own);
    this.save(own);
  }
}

function indexed(chordsOf: (action: ActionId) => readonly Chord[]): ReadonlyMap<Chord, ActionId> {
  return new Map(ACTIONS.flatMap((action) => chordsOf(action).map((chord) => [chord, action] as const)));
}

/** Reads what was stored; what is not understood is left out. */
export function ownKeysFrom(stored: unknown): OwnKeys {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter(
    ([action, chords]) =>
      Object.hasOwn(DEFAULTS, action) && Array.isArray(chords) && chords.every((chord) => typeof chord === 'string'),
  );
  return Object.fromEntries(known) as OwnKeys;
}
