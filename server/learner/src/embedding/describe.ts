import type { InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../crops';
import { ifReadable, readPicture } from '../picture';
import { ask } from '../recognition/extract';
import { featuresFile } from '../recognition/features';
import { openSession } from '../session';
import { embed } from './projection';

/** Longer side of what an embedding sees, in pixels. */
const INPUT_SIZE = 224;

export interface Described {
  file: string;
  /** x1, y1, x2, y2 in pixels of the upright picture. */
  boxes?: readonly (readonly number[])[];
}

let session: Promise<InferenceSession> | undefined;

/** For each picture its own embedding, or one for each of its boxes; null for one that cannot be read. */
export async function describe(pictures: readonly Described[], threads: number): Promise<(Int8Array[] | null)[]> {
  session ??= openSession(featuresFile(), threads);
  const known = await session;
  const answers: (Int8Array[] | null)[] = [];
  for (const { file, boxes } of pictures) {
    const seen = await ifReadable(
      boxes ? readBoxes(file, boxes, INPUT_SIZE) : readPicture(file, INPUT_SIZE).then((whole) => [whole]),
    );
    if (!seen) {
      answers.push(null);
      continue;
    }
    const embeddings: Int8Array[] = [];
    for (const picture of seen) embeddings.push(embed(await ask(known, picture)));
    answers.push(embeddings);
  }
  return answers;
}
