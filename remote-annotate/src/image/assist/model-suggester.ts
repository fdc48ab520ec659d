import { api } from '@console/shared-auth';
import type { InteractiveModel } from '@console/shared-contract/api';
import { ImageProblem, getModelSegmenter } from '../../assist/model/model-segmenter';
import { wait } from '../../assist/model/wait';
import type { Editor } from '../../editor';
import { assistMessages as texts } from './assist-messages';
import { SuggesterProblem, type LoadSuggester } from './suggester';

const POLL_INTERVAL_MS = 2000;
/** Delay before a shown image is encoded on the server. Images that the user only pages through are not encoded. */
const ENCODING_DELAY_MS = 300;

type ReadyModel = NonNullable<InteractiveModel['model']>;

/** Creates a function that loads the suggester. The suggester finds objects in an image with the interactive model of the server. */
export const loadModelSuggester =
  (editor: Editor, imageId: string): LoadSuggester =>
  (onState, signal) => {
    let model: ReadyModel | null = null;
    const load = async () => {
      model = await waitForModel(signal);
      const segmenter = await getModelSegmenter(model);
      onState('preparing-image');
      await wait(ENCODING_DELAY_MS, signal);
      await segmenter.prepare(imageId, signal);
    };
    return {
      ready: load().catch((error: unknown) => {
        throw error instanceof ImageProblem ? new SuggesterProblem(texts.imageFailed(error.message)) : error;
      }),
      suggest: async (prompt) => {
        if (prompt.type !== 'model' || !model) throw new Error('The prompt needs a loaded model');
        // Get the model again for each prompt, because it is reloaded after a failure.
        const segmenter = await getModelSegmenter(model);
        return segmenter.find(imageId, editor.imageSize, prompt, signal);
      },
    };
  };

/** Waits until the server has checked its model. Throws SuggesterProblem if it cannot be used. */
async function waitForModel(signal: AbortSignal): Promise<ReadyModel> {
  for (;;) {
    const { status, problem, model } = await api.call('GET /interactive-model/v2/', { signal });
    if (model) return model;
    if (status === 'none') throw new SuggesterProblem(texts.noModel);
    if (status === 'failed') throw new SuggesterProblem(texts.modelFailed(problem ?? ''));
    await wait(POLL_INTERVAL_MS, signal);
  }
}
