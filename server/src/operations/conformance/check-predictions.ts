import { computeBoxOverlap } from '@console/shared-contract/box-overlap';
import { toPredictedSkeleton } from '@console/shared-contract/skeleton';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { computeBoundingBox } from '../../data-access/shapes/geometry';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { ClassifyResponse, createDetectResponse, SegmentResponse } from '../../ml/models/external/response-schemas';
import { sendCall, type ModelServerAccess } from './client';
import { NotCheckedError, assertRule, type Findings } from './findings';
import { getImageSize, type TestImages } from './test-images';
import { requireRefusal, parseResponse, type TrainingRequest } from './check-training';

/** Relative tolerance at which two numbers count as equal. */
const MAX_RELATIVE_DIFFERENCE = 1e-3;
/** Minimum IoU of two boxes of the same object. It is below 1 because re-encoding an image changes its pixels slightly. */
const SAME_BOX_IOU = 0.5;

type Labels = TrainingRequest['task']['labels'];
const PREDICT_CALLS = {
  recognition: { path: '/recognition/v2/classify/', createShape: () => ClassifyResponse },
  detection: { path: '/detection/v2/detect', createShape: (labels: Labels) => createDetectResponse(labels) },
  segmentation: { path: '/segmentation/v2/predict', createShape: () => SegmentResponse },
} as const;

/** A predicted label or object. */
interface Prediction {
  id: string;
  prob: number;
  value?: number | null;
  bound_box?: number[];
  polygon?: number[];
  points?: number[][];
}
/** The predictions for each image; null for an unreadable image. */
type Predictions = (Prediction[] | null)[];

export async function checkPredictions(
  findings: Findings,
  server: ModelServerAccess,
  domain: ModelDomain,
  { model, training, images: testImages }: { model: string; training: TrainingRequest; images: TestImages },
): Promise<void> {
  const { path, createShape } = PREDICT_CALLS[domain];
  const CALL = `POST ${path}`;
  const { id: task_id, labels } = training.task;
  const shape = createShape(labels);
  const request = { task_id, model_id: model, labels, keep_prob: 0 };
  const sendPrediction = (records: readonly object[], changedFields: object = {}) =>
    sendCall(server, 'POST', path, { body: { ...request, ...changedFields, records } });
  const predict = async (images: readonly string[], changedFields: object = {}): Promise<Predictions> => {
    const response = parseResponse(
      await sendPrediction(
        images.map((_base64) => ({ _base64 })),
        changedFields,
      ),
      shape as z.ZodType,
    ) as { records: (Record<string, Prediction[]> | null)[] };
    assertRule(response.records.length === images.length, `${response.records.length} records for ${images.length} images`);
    return response.records.map((record) => record && (record.labels ?? record._objects ?? []));
  };
  const { first, second, sideways, unreadable } = testImages;

  const predictions = await findings.check(CALL, 'returns one record per image', () => predict([first, second]));
  if (!predictions) return;
  await findings.check(CALL, 'reads the images', () => {
    assertRule(!predictions.includes(null), 'an image is reported as unreadable');
  });
  await findings.check(CALL, 'returns results in the order of the images, and the same results each time', async () => {
    const reversedPredictions = await predict([second, first]);
    assertRule(
      isSame(reversedPredictions.toReversed(), predictions),
      'two images in reverse order do not give the reverse results',
    );
  });
  await findings.check(CALL, 'returns only labels of the request', async () => {
    const labelIds = new Set(labels.map(({ id }) => id));
    assertRule(
      predictions.flat().every((prediction) => !prediction || labelIds.has(prediction.id)),
      'a label is unknown',
    );
    const firstLabel = labels.slice(0, 1);
    const limitedPredictions = await predict([first, second], { labels: firstLabel });
    assertRule(
      limitedPredictions.flat().every((prediction) => !prediction || prediction.id === firstLabel[0]?.id),
      'a request for one label returns another',
    );
  });
  await findings.check(CALL, 'reports an unreadable image and returns results for the others', async () => {
    const results = await predict([first, unreadable, second]);
    assertRule(results[1] === null, 'no _status with a code of 400 or more');
    assertRule(isSame([results[0]!, results[2]!], predictions), 'the results for the other images differ');
  });
  await findings.check(CALL, 'ignores unknown fields', async () => {
    const records = [{ _base64: first, shelf: 3, _objects: [] }];
    parseResponse(await sendPrediction(records, { further: { a: 1 } }), shape as z.ZodType);
  });
  await findings.check(CALL, 'responds with 404 and a detail for an unknown model', async () =>
    requireRefusal(await sendPrediction([{ _base64: first }], { model_id: randomUUID() }), [404]),
  );
  await findings.check(CALL, 'rejects invalid requests with 4xx and a detail', async () =>
    requireRefusal(await sendCall(server, 'POST', path, { body: { records: 'none' } }), null),
  );
  if (domain === 'recognition') return;
  await findings.check(CALL, 'returns lengths in pixels of the upright image', async () => {
    const [[rotatedPrediction], { width, height }] = [await predict([sideways]), await getImageSize(first)];
    const mostProbable = findMostProbable(predictions[0]);
    if (!mostProbable?.bound_box)
      throw new NotCheckedError('nothing is detected in the image; pass other images with --pictures');
    const isInside = (box: readonly number[]) =>
      box.every((side, index) => side >= -1 && side <= 1 + (index % 2 === 0 ? width : height));
    assertRule(
      isInside(mostProbable.bound_box),
      `the box ${mostProbable.bound_box.join(', ')} is not within ${width} x ${height}`,
    );
    // If several objects are equally probable, their order may differ. The check therefore compares with all objects.
    const box = mostProbable.bound_box;
    const isDetectedAgain = (rotatedPrediction ?? []).some(
      ({ bound_box = [] }) => computeBoxOverlap(box, bound_box) >= SAME_BOX_IOU,
    );
    assertRule(isDetectedAgain, `with an EXIF orientation nothing is detected at ${box.join(', ')}`);
  });
  if (domain === 'detection')
    await findings.check(CALL, 'returns points of skeletons in pixels of the upright image', async () => {
      for (const [index, image] of [first, second].entries()) {
        const size = await getImageSize(image);
        // Single points of a skeleton can be outside if the image shows only a part of the object.
        for (const { points } of predictions[index] ?? [])
          assertRule(
            !points ||
              toPredictedSkeleton(
                points.map(([x = 0, y = 0]) => [x, y, 1]),
                size,
              ) !== null,
            `no point of a skeleton is within ${size.width} x ${size.height}`,
          );
      }
    });
  if (domain === 'segmentation')
    await findings.check(CALL, 'returns boxes that bound their polygons, within two pixels', () => {
      const objects = predictions.flatMap((results) => results ?? []);
      if (objects.length === 0) throw new NotCheckedError('nothing is detected in the images; pass other images with --pictures');
      for (const { bound_box = [], polygon = [] } of objects) {
        const bounds = computeBoundingBox(polygon);
        assertRule(
          bounds.every((side, index) => Math.abs(side - bound_box[index]!) <= 2),
          `the box ${bound_box.join(', ')} belongs to a polygon with the bounds ${bounds.join(', ')}`,
        );
      }
    });
}

const findMostProbable = (predictions: Prediction[] | null | undefined) =>
  [...(predictions ?? [])].sort((a, b) => b.prob - a.prob)[0];

/** Whether two results are equal within the tolerance. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= MAX_RELATIVE_DIFFERENCE * Math.max(1, Math.abs(a));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}
