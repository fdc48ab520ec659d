import type { AssistPrompt } from '../../editor/model/prompt';
import type { Suggestion } from '../../editor/model/region';

/** Finds the objects in an image that the prompts (clicks, boxes or strokes of the user) describe. */
interface Suggester {
  /** Resolves when the suggester can answer prompts. Rejects with SuggesterProblem, or an unexpected error. */
  readonly ready: Promise<void>;
  suggest(prompt: AssistPrompt): Promise<Suggestion>;
}

/** The state of a suggester until it is ready. */
export type LoadingState = 'loading' | 'preparing-image';

/**
 * Starts to load a suggester. `onState` is called with each loading state. The signal is aborted when the image, the method or the tool
 * changes.
 */
export type LoadSuggester = (onState: (state: LoadingState) => void, signal: AbortSignal) => Suggester;

/** An error whose message is shown to the user. */
export class SuggesterProblem extends Error {}
