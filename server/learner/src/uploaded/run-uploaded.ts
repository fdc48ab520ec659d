import { dirname, sep } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { nullIfUnreadable } from '../images/image';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type {
  ClassPrediction,
  ModelLayout,
  ModelNotes,
  PredictedLabel,
  PredictedObject,
  UploadedFormat,
  UploadedModelNotes,
} from '../protocol/protocol';
import { runCachedSession } from '../runtime/session';
import { getBounds } from '../scores/polygon-overlap';
import { traceMask } from './decode-masks';
import { decodeClasses, decodeObjects, type ToLabel } from './decode-outputs';
import { getOutputNames, selectOutputs, type Outputs, type SelectedOutputs } from './find-layout';
import { prepareInput, scaleToImage, toImagePoints, type PreparedInput } from './prepare-input';

/** Whether models with these outputs expect images that keep their aspect ratio (on a grey background), not stretched images. */
export const KEEPS_ASPECT: Record<ModelLayout, boolean> = {
  yolo: true,
  'yolo-objectness': true,
  'end-to-end': true,
  boxes: false,
  queries: false,
  classification: false,
};

/** Formats an error of the ONNX runtime as a detail of a message for users. */
export function formatRuntimeError(error: unknown, model = ''): string {
  const reason = error instanceof Error ? error.message : String(error);
  // Users must not see paths of the server.
  return `(ONNX runtime: ${reason.replaceAll(dirname(model) + sep, '').slice(0, 300)})`;
}

/** Whether the notes describe an uploaded model. */
export const isUploaded = (notes: ModelNotes | UploadedModelNotes): notes is UploadedModelNotes => 'uploaded' in notes;

/** Runs a model. Throws InvalidRequestError with a message for the user. */
export async function runModel(
  session: InferenceSession,
  { tensor }: PreparedInput,
  { name }: UploadedFormat['input'],
): Promise<Outputs> {
  try {
    return (await session.run({ [name]: tensor })) as Outputs;
  } catch (error) {
    const inputShape = tensor.dims.join(' x ');
    throw new InvalidRequestError(
      `The model stopped with an error on an input of ${inputShape}. Export it for inputs of this size, without operators that only some runtimes support. ${formatRuntimeError(error)}`,
    );
  }
}

/** Decodes the predictions of a model for an image, sorted by probability. Classes without a label are omitted. */
export function toClassPredictions(
  outputs: SelectedOutputs,
  input: PreparedInput,
  format: UploadedFormat,
  toLabel: ToLabel,
): ClassPrediction[] {
  if (format.layout === 'classification')
    return Array.from(decodeClasses(outputs, format), (prob, index): ClassPrediction => ({ class: index, prob, box: null }))
      .filter(({ class: index }) => toLabel(index) !== null)
      .sort((a, b) => b.prob - a.prob);
  const { prototypes } = outputs;
  return decodeObjects(outputs, format, toLabel).map(({ class: index, score, box, coefficients }) => {
    const outline = prototypes && coefficients ? traceMask(box, coefficients, prototypes, format) : null;
    const polygon = outline && toImagePoints(outline, input);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = polygon ? getBounds(polygon) : toImagePoints(box, input);
    const points = format.points && coefficients ? toPoints(coefficients, input, format) : null;
    return {
      class: index,
      prob: Math.min(1, score),
      box: [x1, y1, x2, y2],
      ...(polygon && { polygon }),
      ...(points && { points }),
    };
  });
}

/** Converts the points of a pose to pixels of the image. Returns null if one is not a number. */
function toPoints(
  coefficients: readonly number[],
  input: PreparedInput,
  { points, hasRelativeBoxes, input: inputSize }: UploadedFormat,
) {
  const { count = 0, numbers = 0 } = points ?? {};
  const [scaleX, scaleY] = hasRelativeBoxes ? [inputSize.width, inputSize.height] : [1, 1];
  if (!coefficients.every(Number.isFinite)) return null;
  return Array.from({ length: count }, (_, index) => {
    const [x = 0, y = 0, confidence = 1] = coefficients.slice(index * numbers, (index + 1) * numbers);
    return [...scaleToImage([x * scaleX, y * scaleY], input), Math.min(1, Math.max(0, confidence))];
  });
}

/** Paths of the model and of the image. */
interface PredictionTarget {
  model: string;
  file: string;
  notes: UploadedModelNotes;
  threads: number;
}

/** Detects objects with an uploaded model. Null for an unreadable image. */
export async function detectUploaded(target: PredictionTarget): Promise<PredictedObject[] | null> {
  const predictions = await predictImage(target, null);
  return (
    predictions &&
    predictions.map(({ class: index, prob, box, polygon, points }) => ({
      id: target.notes.uploaded.classes[index]!,
      prob,
      bound_box: box!,
      ...(polygon && { polygon }),
      ...(points && { points }),
    }))
  );
}

/**
 * Classifies an image, or a box in it, with an uploaded model. If several classes have the same label, their probabilities
 * are added. If the classes are independent, only the highest probability counts.
 */
export async function classifyUploaded(
  target: PredictionTarget,
  box: readonly number[] | null,
): Promise<PredictedLabel[] | null> {
  const predictions = await predictImage(target, box);
  if (!predictions) return null;
  const { classes, format } = target.notes.uploaded;
  const areScoresIndependent = format.scores === 'sigmoid' || format.scores === 'independent-probability';
  const probabilityByLabel = new Map<string, number>();
  for (const { class: index, prob } of predictions) {
    const id = classes[index]!;
    const otherProb = probabilityByLabel.get(id) ?? 0;
    probabilityByLabel.set(id, areScoresIndependent ? Math.max(otherProb, prob) : Math.min(1, otherProb + prob));
  }
  return [...probabilityByLabel].map(([id, prob]) => ({ id, prob })).sort((a, b) => b.prob - a.prob);
}

async function predictImage(
  { model, file, notes, threads }: PredictionTarget,
  box: readonly number[] | null,
): Promise<ClassPrediction[] | null> {
  const { format: storedFormat, classes } = notes.uploaded;
  const input = await nullIfUnreadable(prepareInput(file, box, storedFormat, KEEPS_ASPECT[storedFormat.layout]));
  if (!input) return null;
  const outputs = await runCachedSession(model, threads, (session) => runModel(session, input, storedFormat.input));
  const format = { ...storedFormat, outputs: getOutputNames(outputs, storedFormat) };
  return toClassPredictions(selectOutputs(outputs, format.outputs), input, format, (index) => classes[index] ?? null);
}
