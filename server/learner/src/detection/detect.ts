import { predictWithCache } from '../runtime/prediction-cache';
import { readImageIfReadable } from '../images/image';
import type { PredictRequest, ModelNotes, PredictedObject } from '../protocol/protocol';
import { getBounds } from '../scores/polygon-overlap';
import { runCachedSession } from '../runtime/session';
import { detectUploaded, isUploaded } from '../uploaded/run-uploaded';
import { runDetector, toImagePixels } from './model/run-detector';
import { readModelNotes } from './train';

/**
 * Detects objects in images, sorted by score, in pixels of the image after EXIF rotation. Objects have polygons if the model
 * predicts masks. The result for an unreadable image is null.
 */
export async function detect(
  { model, notes: notesFile, images }: PredictRequest,
  threads: number,
): Promise<(PredictedObject[] | null)[]> {
  const notes = readModelNotes(notesFile);
  const detectionsByImage: (PredictedObject[] | null)[] = [];
  const detectInFile = (file: string) =>
    isUploaded(notes) ? detectUploaded({ model, file, notes, threads }) : detectInImage(model, file, notes, threads);
  for (const image of images) detectionsByImage.push(await predictWithCache(model, image, () => detectInFile(image)));
  return detectionsByImage;
}

async function detectInImage(
  modelFile: string,
  file: string,
  { labels, inputSize }: ModelNotes,
  threads: number,
): Promise<PredictedObject[] | null> {
  const image = await readImageIfReadable(file, inputSize);
  if (!image) return null;
  const detections = await runCachedSession(modelFile, threads, (session) => runDetector(session, image));
  return detections.map(({ label, score, box, outline }): PredictedObject => {
    const polygon = outline && [...toImagePixels(outline, image)];
    const [x1, y1, x2, y2] = polygon ? getBounds(polygon) : toImagePixels(box, image);
    return { id: labels[label]!.id, prob: score, bound_box: [x1, y1, x2, y2], ...(polygon && { polygon }) };
  });
}
