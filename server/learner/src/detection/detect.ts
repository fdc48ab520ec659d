import { keptAnswer } from '../kept-answers';
import { readIfReadable } from '../picture';
import type { AskOrder, ModelNotes, SaidObject } from '../protocol';
import { boundsOf } from '../scores/polygon-overlap';
import { keptSession } from '../session';
import { findObjects, inPicture } from './detector';
import { readNotes } from './train';

/**
 * What a model finds in each picture, the surest first; in pixels of the upright picture, with polygons where it tells masks.
 * Null of a picture that cannot be read.
 */
export async function detect({ model, notes: file, pictures }: AskOrder, threads: number): Promise<(SaidObject[] | null)[]> {
  const notes = readNotes(file);
  const answers: (SaidObject[] | null)[] = [];
  for (const picture of pictures) answers.push(await keptAnswer(model, picture, () => detectOn(model, picture, notes, threads)));
  return answers;
}

async function detectOn(
  model: string,
  file: string,
  { labels, inputSize }: ModelNotes,
  threads: number,
): Promise<SaidObject[] | null> {
  const picture = await readIfReadable(file, inputSize);
  if (!picture) return null;
  const found = await findObjects(await keptSession(model, threads), picture);
  return found.map(({ label, score, box, outline }): SaidObject => {
    const polygon = outline && [...inPicture(outline, picture)];
    const [x1, y1, x2, y2] = polygon ? boundsOf(polygon) : inPicture(box, picture);
    return { id: labels[label]!.id, prob: score, bound_box: [x1, y1, x2, y2], ...(polygon && { polygon }) };
  });
}
