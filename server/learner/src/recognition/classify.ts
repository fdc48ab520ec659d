import { readFile } from 'node:fs/promises';
import { readBoxes } from '../crops';
import { ifReadable, readPicture, type Picture } from '../picture';
import type { AskOrder, ModelNotes, SaidLabel } from '../protocol';
import { keptSession, pictureTensor } from '../session';

/**
 * What a model says of each picture: labels with their probabilities, or with their values. The surest come first. Null of a
 * picture that cannot be read.
 */
export async function classify(
  { model, notes: notesFile, pictures, boxes }: AskOrder,
  threads: number,
): Promise<(SaidLabel[] | null)[]> {
  const notes = JSON.parse(await readFile(notesFile, 'utf8')) as ModelNotes;
  const { output, labels } = notes.decoding as { output: string; labels: string[] };
  const session = await keptSession(model, threads);
  const answers: (SaidLabel[] | null)[] = [];
  for (const [at, file] of pictures.entries()) {
    const picture = await ifReadable(lookedAt(file, boxes?.[at] ?? null, notes.inputSize));
    if (!picture) {
      answers.push(null);
      continue;
    }
    const said = await session.run({ picture: pictureTensor(picture) });
    const numbers = said[output]!.data as Float32Array;
    answers.push(
      notes.type === 'regression'
        ? labels.map((id, index) => ({ id, prob: 1, value: numbers[index]! }))
        : labels.map((id, index) => ({ id, prob: numbers[index]! })).sort((a, b) => b.prob - a.prob),
    );
  }
  return answers;
}

async function lookedAt(file: string, box: readonly number[] | null, inputSize: number): Promise<Picture> {
  if (!box) return readPicture(file, inputSize);
  const [cut] = await readBoxes(file, [box], inputSize);
  return cut!;
}
