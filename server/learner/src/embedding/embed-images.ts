import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../images/read-boxes';
import { nullIfUnreadable, readImage } from '../images/image';
import { computeFeatures } from '../recognition/features/extract-features';
import { getFeaturesModel } from '../recognition/features/image-features';
import { openSession } from '../runtime/session';
import type { EmbedRequest } from '../protocol/protocol';
import { computeVector } from '../uploaded/embedding-model';
import { createGreyscaleThumbnail } from './grey-thumbnail';
import { toEmbedding } from './projection';

/** Longer side of the model's input, in pixels. */
const INPUT_SIZE = 224;

/** `thumbnail` is set for complete images only. */
export interface EmbeddedImage {
  embeddings: Int8Array[];
  thumbnail: Uint8Array | null;
}

let session: Promise<InferenceSession> | undefined;

/**
 * Computes the embedding and greyscale thumbnail of each image, or the embedding of each box in it. The result of an unreadable image is
 * null. Throws InvalidRequestError if an uploaded model fails.
 */
export async function embedImages({ images, model }: EmbedRequest, threads: number): Promise<(EmbeddedImage | null)[]> {
  session ??= openSession(getFeaturesModel(), threads);
  const inferenceSession = await session;
  const results: (EmbeddedImage | null)[] = [];
  for (const { file, boxes } of images) {
    const inputs = await nullIfUnreadable(
      boxes ? readBoxes(file, boxes, INPUT_SIZE) : readImage(file, INPUT_SIZE, { isExact: false }).then((image) => [image]),
    );
    if (!inputs) {
      results.push(null);
      continue;
    }
    const embeddings: Int8Array[] = [];
    for (const [index, image] of inputs.entries()) {
      const vector = model && (await computeVector(model, file, boxes?.[index] ?? null, threads));
      embeddings.push(toEmbedding(await computeFeatures(inferenceSession, image), vector));
    }
    results.push({ embeddings, thumbnail: boxes ? null : createGreyscaleThumbnail(inputs[0]!) });
  }
  return results;
}
