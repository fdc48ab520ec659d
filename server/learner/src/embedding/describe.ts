import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../crops';
import { ifReadable, readPicture } from '../picture';
import { ask } from '../recognition/extract';
import { featuresFile } from '../recognition/features';
import { openSession } from '../session';
import { embed } from './projection';

/** Longer side of the model's input, in pixels. */
const INPUT_SIZE = 224;

/** An image to embed: the complete image, or each of its boxes. */
export interface Described {
  file: string;
  /** x1, y1, x2, y2 in pixels of the upright picture. */
  boxes?: readonly (readonly number[])[];
}

let session: Promise<InferenceSession> | undefined;

/** Computes for each image its embedding, or one embedding per box. The result of an unreadable image is null. */
export async function describe(pictures: readonly Described[], threads: number): Promise<(Int8Array[] | null)[]> {
  session ??= openSession(featuresFile(), threads);
  const opened = await session;
  const results: (Int8Array[] | null)[] = [];
  for (const { file, boxes } of pictures) {
    const inputs = await ifReadable(
      boxes ? readBoxes(file, boxes, INPUT_SIZE) : readPicture(file, INPUT_SIZE).then((image) => [image]),
    );
    if (!inputs) {
      results.push(null);
      continue;
    }
    const embeddings: Int8Array[] = [];
    for (const picture of inputs) embeddings.push(embed(await ask(opened, picture)));
    results.push(embeddings);
  }
  return results;
}
