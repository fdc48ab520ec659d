import type { FileStore } from '../../platform/files/store';
import type { ModelBackEnd, NamedLabel, PredictedLabel, PredictedObject, PredictedPolygon } from './model/back-end';
import type { ModelDomain } from './model/kinds';

/** The model to run and where its images are stored. */
export interface PredictionContext {
  backEnd: ModelBackEnd;
  files: FileStore;
  domain: ModelDomain;
  task: string;
  model: string;
  labels: readonly NamedLabel[];
}

/** A prediction for an image; `object` is the object that a label belongs to, if any. */
export type ImagePrediction = (PredictedLabel & { object?: string }) | PredictedObject | PredictedPolygon;

/** An object to classify. `data` is its box in pixels of the image after EXIF rotation. */
interface ObjectBox {
  id: string;
  data: readonly number[];
}

/** Number of records per request, the same limit as for API calls. */
const BATCH_SIZE = 10;

/** Classifies objects in stored images. Returns predictions by image id, without unreadable images. */
export async function classifyObjects(
  { backEnd, files, domain: _, ...predictionTarget }: PredictionContext,
  images: readonly { id: string; img_key: string; objects: readonly ObjectBox[] }[],
  signal: AbortSignal,
): Promise<Map<string, ImagePrediction[]>> {
  const predictions = new Map<string, ImagePrediction[]>();
  for (const { id, img_key, objects } of images) {
    const bytes = objects.length > 0 ? await files.read(img_key) : null;
    if (!bytes) continue;
    const _base64 = bytes.toString('base64');
    for (let from = 0; from < objects.length; from += BATCH_SIZE) {
      const batch = objects.slice(from, from + BATCH_SIZE);
      const records = batch.map(({ data }) => ({ _base64, _extract_object: true, _objects: [{ bound_box: data }] }));
      const objectPredictions = await backEnd.classify({ ...predictionTarget, records }, signal);
      const labels = batch.flatMap((object, index) =>
        (objectPredictions[index] ?? []).map((label) => ({ ...label, object: object.id })),
      );
      predictions.set(id, [...(predictions.get(id) ?? []), ...labels]);
    }
  }
  return predictions;
}

/** Runs a model on stored images. Returns predictions by image id, without unreadable images. */
export async function predictStoredImages(
  { backEnd, files, domain, ...predictionTarget }: PredictionContext,
  images: readonly { id: string; img_key: string }[],
  signal: AbortSignal,
): Promise<Map<string, (PredictedLabel | PredictedObject | PredictedPolygon)[]>> {
  if (images.length === 0) return new Map();
  const downloadedImages = await Promise.all(images.map(async ({ id, img_key }) => ({ id, bytes: await files.read(img_key) })));
  const readableImages = downloadedImages.flatMap(({ id, bytes }) => (bytes ? [{ id, _base64: bytes.toString('base64') }] : []));
  const request = { ...predictionTarget, records: readableImages.map(({ _base64 }) => ({ _base64 })) };
  const results: readonly (PredictedLabel[] | PredictedObject[] | PredictedPolygon[] | null)[] =
    domain === 'recognition'
      ? await backEnd.classify(request, signal)
      : domain === 'detection'
        ? await backEnd.detect(request)
        : await backEnd.segment(request);
  return new Map(
    readableImages.flatMap(({ id }, index): [string, (PredictedLabel | PredictedObject | PredictedPolygon)[]][] => {
      const predictions = results[index];
      return predictions ? [[id, predictions]] : [];
    }),
  );
}
