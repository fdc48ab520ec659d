import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../images/read-boxes';
import { nullIfUnreadable, readImage } from '../images/image';
import { computeFeatures } from '../recognition/features/extract-features';
import { getFeaturesModel } from '../recognition/features/image-features';
import { openSession } from '../runtime/session';
import { createGreyscaleThumbnail } from './grey-thumbnail';
import { toEmbedding } from './projection';

/** Longer side of the model's input, in pixels. */
const INPUT_SIZE = 224;

/** An image to embed: the complete image, or each of its boxes. */
export interface EmbedSource {
  file: string;
  /** x1, y1, x2, y2 in pixels of the image after EXIF rotation. */
  boxes?: readonly (readonly number[])[];
}

/** `thumbnail` is set for complete images only. */
export interface EmbeddedImage {
  embeddings: Int8Array[];
  thumbnail: Uint8Array | null;
}

let session: Promise<InferenceSession> | undefined;

/** Computes for each image its embedding and greyscale thumbnail, or one embedding per box. The result of an unreadable image is null. */
export async function embedImages(images: readonly EmbedSource[], threads: number): Promise<(EmbeddedImage | null)[]> {
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
    for (const image of inputs) embeddings.push(toEmbedding(await computeFeatures(inferenceSession, image)));
    results.push({ embeddings, thumbnail: boxes ? null : createGreyscaleThumbnail(inputs[0]!) });
  }
  return results;
}
