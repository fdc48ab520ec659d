import { readPicture } from '../picture';
import type { AskOrder, SaidObject } from '../protocol';
import { keptSession } from '../session';
import { boxInPicture, findBoxes } from './detector';
import { readNotes } from './train';

/** What a model finds in each picture, the surest first: boxes in pixels of the upright picture. */
export async function detect({ model, notes, pictures }: AskOrder, threads: number): Promise<SaidObject[][]> {
  const { labels, inputSize } = readNotes(notes);
  const session = await keptSession(model, threads);
  const answers: SaidObject[][] = [];
  for (const file of pictures) {
    const picture = await readPicture(file, inputSize);
    const found = await findBoxes(session, picture);
    answers.push(
      found.map(({ label, score, box }) => ({ id: labels[label]!.id, prob: score, bound_box: [...boxInPicture(box, picture)] })),
    );
  }
  return answers;
}
