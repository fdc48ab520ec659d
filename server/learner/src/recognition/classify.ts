import { readFile } from 'node:fs/promises';
import { readPicture } from '../picture';
import type { AskOrder, ModelNotes, SaidLabel } from '../protocol';
import { keptSession, pictureTensor } from '../session';

/** What a model says of each picture: labels with their probabilities, or with their values. The surest come first. */
export async function classify({ model, notes: notesFile, pictures }: AskOrder, threads: number): Promise<SaidLabel[][]> {
  const notes = JSON.parse(await readFile(notesFile, 'utf8')) as ModelNotes;
  const { output, labels } = notes.decoding as { output: string; labels: string[] };
  const session = await keptSession(model, threads);
  const answers: SaidLabel[][] = [];
  for (const file of pictures) {
    const said = await session.run({ picture: pictureTensor(await readPicture(file, notes.inputSize)) });
    const numbers = said[output]!.data as Float32Array;
    answers.push(
      notes.type === 'regression'
        ? labels.map((id, index) => ({ id, prob: 1, value: numbers[index]! }))
        : labels.map((id, index) => ({ id, prob: numbers[index]! })).sort((a, b) => b.prob - a.prob),
    );
  }
  return answers;
}
