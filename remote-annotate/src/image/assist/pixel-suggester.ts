import { getPromptPlacement, toTask } from '../../assist/prompts';
import { getAssistClient } from '../../assist/worker/assist-client';
import type { Editor } from '../../editor';
import type { DecodedImage } from '../../image-decoding';
import type { LoadSuggester } from './suggester';

/** Creates a function that loads the suggester. The suggester finds objects from the pixels of an image, without a model. */
export const loadPixelSuggester =
  (editor: Editor, image: DecodedImage): LoadSuggester =>
  () => {
    const client = getAssistClient();
    return {
      ready: client.ready,
      suggest: async (prompt) => {
        if (prompt.type === 'model') throw new Error('The prompt needs a model');
        const region = getPromptPlacement(prompt, editor.viewport.getVisibleBounds(), editor.imageSize);
        return client.perform({ decoded: image, size: editor.imageSize }, region, toTask(prompt));
      },
    };
  };
