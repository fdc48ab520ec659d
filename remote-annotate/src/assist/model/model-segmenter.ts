import { api } from '@console/shared-auth';
import type { InteractiveModel } from '@console/shared-contract/api';
import type { ModelPrompt } from '../../editor/model/prompt';
import type { Suggestion } from '../../editor/model/region';
import type { ImageSize } from '../../editor/model/types';
import { toOwnOrigin } from '../../workers/own-origin';
import { DecoderClient } from './decoder-client';
import type { Embedding, RawMask } from './decoder-protocol';
import { wait } from './wait';

type ReadyModel = NonNullable<InteractiveModel['model']>;

/** Number of images whose embeddings stay in memory. An embedding of a model with 256 x 64 x 64 values has 4 MB. */
const MAX_EMBEDDINGS = 8;
/** Pause between two polls for an embedding. The server already delays each response by up to three seconds. */
const POLL_INTERVAL_MS = 500;

/** The file of the runtime. It is copied into the build. */
const RUNTIME_URL = new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url);

/** Thrown if the server could not encode an image. The message is the server's reason. */
export class ImageProblem extends Error {}

/** Finds objects with the interactive segmentation model of the server. */
class ModelSegmenter {
  private readonly embeddings = new Map<string, Promise<Embedding>>();
  /** The resulting mask of each prompt. The decoder starts a refined prompt from the mask of the previous prompt. */
  private readonly masks = new WeakMap<ModelPrompt, RawMask>();

  private constructor(private readonly decoder: DecoderClient) {}

  /** Downloads the runtime and the decoder, and opens the decoder. Rejects with the reason. */
  static async load(model: ReadyModel): Promise<ModelSegmenter> {
    const [runtime, decoderFile] = await Promise.all([download(toOwnOrigin(RUNTIME_URL).href), download(model.decoder)]);
    const { coordinate_size: coordinateSize, mask_shape: maskShape } = model;
    const decoder = new DecoderClient({ runtime, decoder: decoderFile, coordinateSize, maskShape });
    try {
      await decoder.ready;
    } catch (error) {
      decoder.stop();
      throw error;
    }
    return new ModelSegmenter(decoder);
  }

  /** Loads the embedding of an image into memory. Rejects with ImageProblem, an AbortError, or an unexpected error. */
  async prepare(imageId: string, signal: AbortSignal): Promise<Embedding> {
    const embedding = this.embeddings.get(imageId) ?? loadEmbedding(imageId, signal);
    this.embeddings.delete(imageId);
    this.embeddings.set(imageId, embedding);
    embedding.catch(() => this.embeddings.get(imageId) === embedding && this.embeddings.delete(imageId));
    const [oldestImageId] = this.embeddings.keys();
    if (this.embeddings.size > MAX_EMBEDDINGS && oldestImageId !== undefined) this.embeddings.delete(oldestImageId);
    return embedding;
  }

  /** Finds the object of a prompt. After a failure of the decoder, `getModelSegmenter` loads another segmenter. */
  async find(imageId: string, size: ImageSize, prompt: ModelPrompt, signal: AbortSignal): Promise<Suggestion> {
    const embedding = await this.prepare(imageId, signal);
    try {
      const { suggestion, mask } = await this.decoder.decode(embedding, size, prompt, this.findPreviousMask(prompt));
      if (mask) this.masks.set(prompt, mask);
      return suggestion;
    } catch (error) {
      // Discard the segmenter: after a failure, the memory of the runtime may be corrupt.
      discardSegmenter(this);
      throw error;
    }
  }

  stop(): void {
    this.decoder.stop();
  }

  /**
   * Follows the chain of refined prompts back to the first prompt with a mask, and returns this mask. A prompt has no mask if the user
   * clicked again before the decoder processed it.
   */
  private findPreviousMask({ refines }: ModelPrompt): RawMask | null {
    if (!refines) return null;
    return this.masks.get(refines) ?? this.findPreviousMask(refines);
  }
}

/** Returns a URL without its query, for comparisons. The query of signed URLs changes every hour. */
const getPath = (url: string) => url.split('?', 1)[0] ?? '';

interface SharedSegmenter {
  readonly path: string;
  readonly loading: Promise<ModelSegmenter>;
  loaded: ModelSegmenter | null;
}

let sharedSegmenter: SharedSegmenter | null = null;

/** Stops a segmenter. The next call of `getModelSegmenter` loads another segmenter. */
function discardSegmenter(segmenter: ModelSegmenter): void {
  if (sharedSegmenter?.loaded === segmenter) sharedSegmenter = null;
  segmenter.stop();
}

/** Returns the shared segmenter of a model. All images reuse it, because loading takes seconds. */
export function getModelSegmenter(model: ReadyModel): Promise<ModelSegmenter> {
  const path = getPath(model.decoder);
  if (sharedSegmenter?.path === path) return sharedSegmenter.loading;
  void sharedSegmenter?.loading.then((segmenter) => segmenter.stop()).catch(() => undefined);
  const loading = ModelSegmenter.load(model);
  const newSegmenter: SharedSegmenter = { path, loading, loaded: null };
  sharedSegmenter = newSegmenter;
  loading.then(
    (segmenter) => (newSegmenter.loaded = segmenter),
    () => {
      // Forget a failed segmenter, so that the next call tries again.
      if (sharedSegmenter === newSegmenter) sharedSegmenter = null;
    },
  );
  return loading;
}

async function loadEmbedding(imageId: string, signal: AbortSignal): Promise<Embedding> {
  for (;;) {
    const call = 'GET /interactive-model/v2/image/{id}/embedding';
    const { status, problem, embedding } = await api.call(call, { params: { id: imageId }, signal });
    if (embedding) return { data: await download(embedding.url, signal), shape: embedding.shape };
    if (problem !== null) throw new ImageProblem(problem);
    // The response can come from a second server instance that has no model.
    if (status === 'none') throw new Error('The server has no interactive model');
    await wait(POLL_INTERVAL_MS, signal);
  }
}

/** Downloads a file. Rejects if it cannot be downloaded. */
async function download(url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${getPath(url)}: ${response.status}`);
  return response.arrayBuffer();
}
