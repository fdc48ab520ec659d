import { readFile } from 'node:fs/promises';
import { readBoxes } from '../images/read-boxes';
import { predictWithCache } from '../runtime/prediction-cache';
import { nullIfUnreadable, readImage, type InputImage } from '../images/image';
import type { PredictRequest, ModelNotes, PredictedLabel, UploadedModelNotes } from '../protocol/protocol';
import { runCachedSession, toImageTensor } from '../runtime/session';
import { classifyUploaded, isUploaded } from '../uploaded/run-uploaded';
import { DEVIATIONS_OUTPUT } from './model/recognition-model';

/**
 * Predicts the labels of images: probabilities in descending order, or values. The result of an unreadable image is null.
 * Repeated predictions come from a cache.
 */
export async function classify(
  { model, notes: notesFile, images, boxes }: PredictRequest,
  threads: number,
): Promise<(PredictedLabel[] | null)[]> {
  const notes = JSON.parse(await readFile(notesFile, 'utf8')) as ModelNotes | UploadedModelNotes;
  const predict = (file: string, box: readonly number[] | null) =>
    isUploaded(notes)
      ? classifyUploaded({ model, file, notes, threads }, box)
      : predictLabels(model, notes, readRegion(file, box, notes.inputSize), threads);
  const labelsByImage: (PredictedLabel[] | null)[] = [];
  for (const [position, file] of images.entries()) {
    const box = boxes?.[position] ?? null;
    labelsByImage.push(await predictWithCache(model, file, () => predict(file, box), `${box}`));
  }
  return labelsByImage;
}

async function predictLabels(
  modelFile: string,
  { decoding, type }: ModelNotes,
  readImage: Promise<InputImage>,
  threads: number,
): Promise<PredictedLabel[] | null> {
  const image = await nullIfUnreadable(readImage);
  if (!image) return null;
  const { output, labels } = decoding as { output: string; labels: string[] };
  const outputs = await runCachedSession(modelFile, threads, (session) => session.run({ picture: toImageTensor(image) }));
  const outputValues = outputs[output]!.data as Float32Array;
  const deviations = outputs[DEVIATIONS_OUTPUT]?.data as Float32Array | undefined;
  return type === 'regression'
    ? labels.map((id, index) => ({
        id,
        prob: 1,
        value: outputValues[index]!,
        ...(deviations && { deviation: deviations[index]! }),
      }))
    : labels.map((id, index) => ({ id, prob: outputValues[index]! })).sort((a, b) => b.prob - a.prob);
}

async function readRegion(file: string, box: readonly number[] | null, inputSize: number): Promise<InputImage> {
  if (!box) return readImage(file, inputSize);
  const [region] = await readBoxes(file, [box], inputSize);
  return region!;
}
