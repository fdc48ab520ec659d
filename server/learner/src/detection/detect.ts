import { predictWithCache } from '../kept-answers';
import { readIfReadable } from '../picture';
import type { AskOrder, ModelNotes, SaidObject } from '../protocol';
import { boundsOf } from '../scores/polygon-overlap';
import { keptSession } from '../session';
import { findObjects, inPicture } from './detector';
import { readNotes } from './train';

/**
 * Detects objects in images, sorted by score, in pixels of the upright image; with polygons if the model predicts masks. The
 * result of an unreadable image is null.
 */
export async function detect({ model, notes: file, pictures }: AskOrder, threads: number): Promise<(SaidObject[] | null)[]> {
  const notes = readNotes(file);
  const results: (SaidObject[] | null)[] = [];
  for (const picture of pictures) results.push(await predictWithCache(model, picture, () => detectOn(model, picture, notes, threads)));
  return results;
}

async function detectOn(
  model: string,
  file: string,
  { labels, inputSize }: ModelNotes,
  threads: number,
): Promise<SaidObject[] | null> {
  const picture = await readIfReadable(file, inputSize);
  if (!picture) return null;
  const detections = await findObjects(await keptSession(model, threads), picture);
  return detections.map(({ label, score, box, outline }): SaidObject => {
    const polygon = outline && [...inPicture(outline, picture)];
    const [x1, y1, x2, y2] = polygon ? boundsOf(polygon) : inPicture(box, picture);
    return { id: labels[label]!.id, prob: score, bound_box: [x1, y1, x2, y2], ...(polygon && { polygon }) };
  });
}
