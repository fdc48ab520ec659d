import { readIfReadable } from '../picture';
import type { AskOrder, SaidObject } from '../protocol';
import { boundsOf } from '../scores/polygon-overlap';
import { keptSession } from '../session';
import { findObjects, inPicture } from './detector';
import { readNotes } from './train';

/**
 * What a model finds in each picture, the surest first; in pixels of the upright picture, with polygons where it tells masks.
 * Null of a picture that cannot be read.
 */
export async function detect({ model, notes, pictures }: AskOrder, threads: number): Promise<(SaidObject[] | null)[]> {
  const { labels, inputSize } = readNotes(notes);
  const session = await keptSession(model, threads);
  const answers: (SaidObject[] | null)[] = [];
  for (const file of pictures) {
    const picture = await readIfReadable(file, inputSize);
    if (!picture) {
      answers.push(null);
      continue;
    }
    const found = await findObjects(session, picture);
    answers.push(
      found.map(({ label, score, box, outline }): SaidObject => {
        const polygon = outline && [...inPicture(outline, picture)];
        const [x1, y1, x2, y2] = polygon ? boundsOf(polygon) : inPicture(box, picture);
        return { id: labels[label]!.id, prob: score, bound_box: [x1, y1, x2, y2], ...(polygon && { polygon }) };
      }),
    );
  }
  return answers;
}
