import { readFile } from 'node:fs/promises';
import { readBoxes } from '../crops';
import { keptAnswer } from '../kept-answers';
import { ifReadable, readPicture, type Picture } from '../picture';
import type { AskOrder, ModelNotes, SaidLabel } from '../protocol';
import { keptSession, pictureTensor } from '../session';
import { DEVIATIONS } from './file';

/**
 * What a model says of each picture: labels with their probabilities, or with their values. The surest come first. Null of a
 * picture that cannot be read.
 */
export async function classify(
  { model, notes: notesFile, pictures, boxes }: AskOrder,
  threads: number,
): Promise<(SaidLabel[] | null)[]> {
  const notes = JSON.parse(await readFile(notesFile, 'utf8')) as ModelNotes;
  const answers: (SaidLabel[] | null)[] = [];
  for (const [at, file] of pictures.entries()) {
    const box = boxes?.[at] ?? null;
    answers.push(await keptAnswer(model, file, () => say(model, notes, lookedAt(file, box, notes.inputSize), threads), `${box}`));
  }
  return answers;
}

async function say(
  model: string,
  { decoding, type }: ModelNotes,
  reading: Promise<Picture>,
  threads: number,
): Promise<SaidLabel[] | null> {
  const picture = await ifReadable(reading);
  if (!picture) return null;
  const { output, labels } = decoding as { output: string; labels: string[] };
  const session = await keptSession(model, threads);
  const said = await session.run({ picture: pictureTensor(picture) });
  const numbers = said[output]!.data as Float32Array;
  const deviations = said[DEVIATIONS]?.data as Float32Array | undefined;
  return type === 'regression'
    ? labels.map((id, index) => ({ id, prob: 1, value: numbers[index]!, ...(deviations && { deviation: deviations[index]! }) }))
    : labels.map((id, index) => ({ id, prob: numbers[index]! })).sort((a, b) => b.prob - a.prob);
}

async function lookedAt(file: string, box: readonly number[] | null, inputSize: number): Promise<Picture> {
  if (!box) return readPicture(file, inputSize);
  const [cut] = await readBoxes(file, [box], inputSize);
  return cut!;
}
