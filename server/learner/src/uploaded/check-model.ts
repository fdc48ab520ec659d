import type { InferenceSession } from 'onnxruntime-node';
import { nullIfUnreadable } from '../images/image';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { CheckedModel, CheckModelRequest, ClassPrediction, PixelValues, UploadedFormat } from '../protocol/protocol';
import { openSession } from '../runtime/session';
import { hasRelativeBoxes } from './decode-outputs';
import { findLayout, findScoring, selectOutputs, type FoundLayout, type SelectedOutputs } from './find-layout';
import { inspectModelFile, readClassNames, readInputSize, readPointShape } from './inspect-file';
import { findInput, prepareInput, type PreparedInput } from './prepare-input';
import { formatRuntimeError, KEEPS_ASPECT, runModel, toClassPredictions } from './run-uploaded';

const MAX_CLASSES = 10_000;
/** Number of classes that users can choose from if the model neither names nor counts them. */
const MIN_UNKNOWN_CLASSES = 100;
const MAX_PREDICTIONS = 20;
/** Predictions are requested for ten images at a time. A slower model would exceed the time limit of a request. */
const MAX_MILLISECONDS_PER_IMAGE = 10_000;
export const NO_IMAGES = 'None of the images that the model is tested on can be read.';
const NO_BOXES =
  'The model returns no boxes for the images that it is tested on, so it is not known whether its boxes are in pixels. Upload an image that shows its objects, then check it again.';

/**
 * Runs a model on images and determines the meaning of its input and outputs. Throws InvalidRequestError with a message for the
 * user if the model is not supported.
 */
export async function checkModel(request: CheckModelRequest, threads: number): Promise<CheckedModel> {
  const { domain, model, isMultiLabel } = request;
  const { session, metadata, openMilliseconds, measureMemory } = await openChecked(model, threads);
  const classNames = readClassNames(metadata);
  const input = findInput(session, domain, readInputSize(metadata));
  const prepareImages = async (pixels: PixelValues, keepsAspect: boolean) =>
    Promise.all(request.images.map((image) => nullIfUnreadable(prepareInput(image, null, { input, pixels }, keepsAspect))));
  // The expected pixels follow from the outputs, which are only known after a first run.
  const [firstImage] = (await prepareImages(request.pixels ?? '0-1', false)).filter((image) => image !== null);
  if (!firstImage) throw new InvalidRequestError(NO_IMAGES);
  const outputLayout = findLayout((await runTimed(session, firstImage, input)).outputs, domain, readPointShape(metadata));
  const pixels = request.pixels ?? getDefaultPixels(outputLayout, input);
  const runs: (Awaited<ReturnType<typeof runTimed>> | null)[] = [];
  for (const image of await prepareImages(pixels, KEEPS_ASPECT[outputLayout.layout]))
    runs.push(image && (await runTimed(session, image, input)));

  const { layout, masks, outputs: names, points } = outputLayout;
  const incompleteFormat: UploadedFormat = {
    layout,
    outputs: names,
    input,
    pixels,
    scores: 'probability',
    masks,
    hasRelativeBoxes: true,
    ...(points && { points }),
  };
  const outputs = runs.flatMap((run) => (run ? [selectOutputs(run.outputs, names)] : []));
  const scores = findScoring(outputs, outputLayout, { names: classNames.length, isMultiLabel });
  const format = { ...incompleteFormat, scores, hasRelativeBoxes: findBoxUnit(outputs, { ...incompleteFormat, scores }) };
  const images = runs.map((run) => {
    if (!run) return null;
    const predictions = toClassPredictions(selectOutputs(run.outputs, names), run.image, format, (index) => index);
    return { milliseconds: run.milliseconds, predictions: predictions.slice(0, MAX_PREDICTIONS) };
  });
  const predictions = images.flatMap((image) => image?.predictions ?? []);
  return {
    format,
    classes: nameClasses(countClasses(outputLayout, scores), classNames, predictions),
    openMilliseconds,
    memoryBytes: measureMemory(),
    images,
  };
}

/** Inspects a model file and opens it. Throws InvalidRequestError with a message for the user. */
export async function openChecked(modelFile: string, threads: number) {
  const metadata = await inspectModelFile(modelFile);
  const memoryBefore = process.memoryUsage.rss();
  const start = performance.now();
  const session = await openModel(modelFile, threads);
  return {
    session,
    metadata,
    openMilliseconds: performance.now() - start,
    /** Memory that the process has needed since the file was inspected. */
    measureMemory: () => Math.max(0, 1024 * process.resourceUsage().maxRSS - memoryBefore),
  };
}

async function openModel(modelFile: string, threads: number): Promise<InferenceSession> {
  try {
    return await openSession(modelFile, threads);
  } catch (error) {
    throw new InvalidRequestError(
      `The model cannot be opened. It may use operators or a version of ONNX that this server does not support. ${formatRuntimeError(error, modelFile)}`,
    );
  }
}

/** Runs a model and measures the time. Throws InvalidRequestError if it exceeds the limit for an image. */
export async function runTimed(session: InferenceSession, image: PreparedInput, input: UploadedFormat['input']) {
  const start = performance.now();
  const outputs = await runModel(session, image, input);
  const milliseconds = performance.now() - start;
  if (milliseconds > MAX_MILLISECONDS_PER_IMAGE)
    throw new InvalidRequestError(
      `The model needs ${Math.round(milliseconds / 1000)} seconds for an image. The limit is ${MAX_MILLISECONDS_PER_IMAGE / 1000}.`,
    );
  return { image, outputs, milliseconds };
}

/** Whether boxes are relative to the size of the input. Throws InvalidRequestError if there are no boxes. */
function findBoxUnit(outputs: readonly SelectedOutputs[], format: UploadedFormat): boolean {
  if (format.layout === 'classification') return false;
  const isRelative = format.layout === 'queries' || hasRelativeBoxes(outputs, format);
  if (isRelative === null) throw new InvalidRequestError(NO_BOXES);
  return isRelative;
}

/** Returns the pixel values that models with such outputs usually expect. Inputs of integers contain the values unchanged. */
function getDefaultPixels({ layout }: FoundLayout, { type }: UploadedFormat['input']): PixelValues {
  if (type === 'uint8') return '0-255';
  return layout === 'queries' || layout === 'classification' ? 'imagenet' : '0-1';
}

function countClasses({ classes }: FoundLayout, scores: UploadedFormat['scores']): number | null {
  return classes !== null && scores === 'softmax-background' ? classes - 1 : classes;
}

function nameClasses(
  classCount: number | null,
  names: readonly string[],
  predictions: readonly ClassPrediction[],
): (string | null)[] {
  if (classCount !== null && names.length > 0 && names.length !== classCount)
    throw new InvalidRequestError(`The model returns scores of ${classCount} classes, but it names ${names.length}.`);
  const highestClass = predictions.reduce((max, { class: index }) => Math.max(max, index + 1), 0);
  if (classCount === null && names.length > 0 && highestClass > names.length)
    throw new InvalidRequestError(`The model predicts class ${highestClass - 1}, but it names only ${names.length} classes.`);
  const length = classCount ?? (names.length || Math.max(highestClass, MIN_UNKNOWN_CLASSES));
  if (length > MAX_CLASSES)
    throw new InvalidRequestError(`The model has ${length} classes. The limit is ${MAX_CLASSES.toLocaleString('en')}.`);
  return Array.from({ length }, (_, index) => names[index] ?? null);
}
