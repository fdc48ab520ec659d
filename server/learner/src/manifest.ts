import { readFileSync } from 'node:fs';
import { randomOf, someOf } from './random';
import type { Example } from './protocol';

/** Of the pictures without a TEST picture among them, so many are held out. */
const HELD_OUT = 0.2;

export interface Split {
  training: Example[];
  testing: Example[];
  /** Whether `testing` was chosen here, for nobody had. */
  heldOut: boolean;
}

/** The examples of a training, from JSON Lines. */
export function readManifest(file: string): Example[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Example);
}

/**
 * TEST pictures apart from those to train on. Where there is none, a fifth of the pictures that show something is held out
 * by the seed, and of the others as many in proportion; a single picture is trained on.
 */
export function splitExamples(examples: readonly Example[], showsSomething: (example: Example) => boolean, seed: number): Split {
  const marked = examples.filter(({ isTest }) => isTest);
  if (marked.length > 0) return { training: examples.filter(({ isTest }) => !isTest), testing: marked, heldOut: false };
  const random = randomOf(seed);
  const held = new Set<Example>();
  const shown = examples.filter(showsSomething);
  const others = examples.filter((example) => !showsSomething(example));
  if (shown.length > 1)
    for (const example of someOf(shown, Math.max(1, Math.round(shown.length * HELD_OUT)), random)) held.add(example);
  for (const example of someOf(others, Math.floor(others.length * HELD_OUT), random)) held.add(example);
  return {
    training: examples.filter((example) => !held.has(example)),
    testing: examples.filter((example) => held.has(example)),
    heldOut: held.size > 0,
  };
}
