import { readFile } from 'node:fs/promises';
import { readBoxes } from '../crops';
import { predictWithCache } from '../kept-answers';
import { ifReadable, readPicture, type Picture } from '../picture';
import type { AskOrder, ModelNotes, SaidLabel } from '../protocol';
import { keptSession, pictureTensor } from '../session';
import { DEVIATIONS } from './file';

/**
 * Predicts the labels of images: probabilities in descending order, or values. The result of an unreadable image is null.
 * Repeated predictions come from a cache.
 */
export async function classify(
  { model, notes: notesFile, pictures, boxes }: AskOrder,
  threads: number,
): Promise<(SaidLabel[] | null)[]> {
  const notes = JSON.parse(await readFile(notesFile, 'utf8')) as ModelNotes;
  const results: (SaidLabel[] | null)[] = [];
  for (const [at, file] of pictures.entries()) {
    const box = boxes?.[at] ?? null;
    results.push(
      await predictWithCache(
        model,
        file,
        () => predictLabels(model, notes, readRegion(file, box, notes.inputSize), threads),
        `${box}`,
      ),
    );
  }
  return results;
}

async function predictLabels(
  model: string,
  { decoding, type }: ModelNotes,
  reading: Promise<Picture>,
  threads: number,
): Promise<SaidLabel[] | null> {
  const picture = await ifReadable(reading);
  if (!picture) return null;
  const { output, labels } = decoding as { output: string; labels: string[] };
  const session = await keptSession(model, threads);
  const outputs = await session.run({ picture: pictureTensor(picture) });
  const numbers = outputs[output]!.data as Float32Array;
  const deviations = outputs[DEVIATIONS]?.data as Float32Array | undefined;
  return type === 'regression'
    ? labels.map((id, index) => ({ id, prob: 1, value: numbers[index]!, ...(deviations && { deviation: deviations[index]! }) }))
    : labels.map((id, index) => ({ id, prob: numbers[index]! })).sort((a, b) => b.prob - a.prob);
}

async function readRegion(file: string, box: readonly number[] | null, inputSize: number): Promise<Picture> {
  if (!box) return readPicture(file, inputSize);
  const [region] = await readBoxes(file, [box], inputSize);
  return region!;
}
