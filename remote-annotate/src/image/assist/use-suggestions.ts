import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { getPromptPlace, toTask } from '../../assist/prompts';
import { getAssistClient } from '../../assist/worker/assist-client';
import type { Prompt } from '../../editor/model/prompt';
import type { DecodedImage } from '../../image-decoding';
import { useScreen } from '../context/screen-context';
import { assistMessages } from './assist-messages';

export type AssistState = 'loading' | 'idle' | 'searching' | 'not-loaded';

/** Answers the prompts of the tool that finds objects, the latest one first. `retry` loads the worker again after a failure. */
export function useSuggestions(image: DecodedImage | null): { readonly state: AssistState; readonly retry: () => void } {
  const { editor } = useScreen();
  const notify = useNotify();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AssistState>('loading');

  useEffect(() => {
    if (!image) return undefined;
    const client = getAssistClient();
    let isActive = true;
    let isBusy = false;
    let answered: Prompt | null = null;
    const show = (next: AssistState) => {
      if (isActive) setState(next);
    };
    const answer = async (): Promise<void> => {
      const { prompt } = editor;
      if (!isActive || isBusy || !prompt || prompt === answered || prompt.type === 'cut') return;
      isBusy = true;
      show('searching');
      try {
        const place = getPromptPlace(prompt, editor.viewport.getVisibleBounds(), editor.imageSize);
        const suggestion = await client.perform({ decoded: image, size: editor.imageSize }, place, toTask(prompt));
        if (isActive) editor.answerPrompt(prompt, suggestion);
      } catch (error) {
        if (isActive) notify.danger({ title: assistMessages.failed, error });
      }
      [answered, isBusy] = [prompt, false];
      show('idle');
      await answer();
    };
    const unsubscribe = editor.topics.prompt.subscribe(() => void answer());
    client.ready.then(
      () => {
        show('idle');
        void answer();
      },
      () => show('not-loaded'),
    );
    return () => {
      isActive = false;
      unsubscribe();
    };
  }, [editor, image, notify, attempt]);

  const retry = () => {
    setState('loading');
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
