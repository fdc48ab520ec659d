import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import type { Prompt } from '../../editor/model/prompt';
import { useScreen } from '../context/screen-context';
import { assistMessages } from './assist-messages';
import { SuggesterProblem, type LoadingState, type LoadSuggester } from './suggester';

type AssistState = LoadingState | 'idle' | 'searching' | 'not-loaded';

interface Suggestions {
  readonly state: AssistState;
  /** Why the state is `not-loaded`; otherwise null. */
  readonly problem: string | null;
  /** Whether the last search with the current prompts has found no object. */
  readonly isEmpty: boolean;
  /** Loads the suggester again after a failure. */
  readonly retry: () => void;
}

interface SuggestionState extends Omit<Suggestions, 'retry'> {
  readonly load: LoadSuggester | null;
}

const LOADING = { state: 'loading', problem: null, isEmpty: false } as const;

/**
 * Finds an object for each prompt of the tool and passes the result to the editor. Results of outdated prompts are discarded. While `load`
 * is null, prompts wait.
 */
export function useSuggestions(load: LoadSuggester | null): Suggestions {
  const { editor } = useScreen();
  const notify = useNotify();
  const [attempt, setAttempt] = useState(0);
  const [suggestionState, setSuggestionState] = useState<SuggestionState>({ load, ...LOADING });
  // Ignore the state of a suggester that has been replaced.
  const { state, problem, isEmpty } = suggestionState.load === load ? suggestionState : LOADING;

  useEffect(() => {
    if (!load) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let isReady = false;
    let isBusy = false;
    let answeredPrompt: Prompt | null = null;
    let isResultEmpty = false;
    const updateState = (nextState: AssistState, reason: string | null = null) => {
      if (!signal.aborted) setSuggestionState({ load, state: nextState, problem: reason, isEmpty: isResultEmpty });
    };
    const suggester = load(updateState, signal);
    const answerPrompt = async (): Promise<void> => {
      const { prompt } = editor;
      if (signal.aborted || !isReady || isBusy || !prompt || prompt === answeredPrompt || prompt.type === 'cut') return;
      isBusy = true;
      updateState('searching');
      try {
        const suggestion = await suggester.suggest(prompt);
        if (!signal.aborted) editor.resolvePrompt(prompt, suggestion);
        isResultEmpty = suggestion.outline.length === 0;
      } catch (error) {
        if (!signal.aborted) notify.danger({ title: assistMessages.failed, error });
      }
      [answeredPrompt, isBusy] = [prompt, false];
      updateState('idle');
      await answerPrompt();
    };
    const unsubscribe = editor.topics.prompt.subscribe(() => {
      if (!editor.prompt && isResultEmpty) {
        isResultEmpty = false;
        updateState('idle');
      }
      void answerPrompt();
    });
    suggester.ready.then(
      () => {
        isReady = true;
        updateState('idle');
        void answerPrompt();
      },
      (error: unknown) => updateState('not-loaded', error instanceof SuggesterProblem ? error.message : assistMessages.notLoaded),
    );
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, [editor, load, notify, attempt]);

  const retry = () => {
    setSuggestionState({ load, ...LOADING });
    setAttempt((count) => count + 1);
  };
  return { state, problem, isEmpty, retry };
}
