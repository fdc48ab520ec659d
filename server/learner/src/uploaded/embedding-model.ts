import type { InferenceSession } from 'onnxruntime-node';
import { nullIfUnreadable } from '../images/image';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { CheckedEmbeddingModel, CheckEmbeddingModelRequest, EmbeddingFormat, EmbedRequest } from '../protocol/protocol';
import { runCachedSession } from '../runtime/session';
import { NO_IMAGES, openChecked, runTimed } from './check-model';
import type { Outputs } from './find-layout';
import { formatNames, shorten } from './format-names';
import { readInputSize } from './inspect-file';
import { findInput, prepareInput } from './prepare-input';
import { runModel } from './run-uploaded';

/** Common names of the output with the vector of the image. The first existing output is used. */
const OUTPUT_NAMES = ['image_embeds', 'image_embeddings', 'embedding', 'embeddings', 'pooler_output', 'features'];
const MIN_VECTOR_LENGTH = 2;
const MAX_VECTOR_LENGTH = 8192;
/** A model fails the check if the vectors of all checked images are more similar than this. */
const MAX_LIKENESS = 0.999_999;

/** Runs an embedding model on images. Throws InvalidRequestError with a message for the user if the model is not supported. */
export async function checkEmbeddingModel(
  { model, images, pixels }: CheckEmbeddingModelRequest,
  threads: number,
): Promise<CheckedEmbeddingModel> {
  const { session, metadata, openMilliseconds, measureMemory } = await openChecked(model, threads);
  const input = findInput(session, 'recognition', readInputSize(metadata));
  const format: EmbeddingFormat = {
    input,
    output: findOutput(session),
    pixels: pixels ?? (input.type === 'uint8' ? '0-255' : 'imagenet'),
  };
  const runs: ({ milliseconds: number; vector: number[] } | null)[] = [];
  for (const image of images) {
    const preparedInput = await nullIfUnreadable(prepareInput(image, null, format, false));
    const run = preparedInput && (await runTimed(session, preparedInput, input));
    runs.push(run && { milliseconds: run.milliseconds, vector: readVector(run.outputs, format) });
  }
  const vectors = runs.flatMap((run) => (run ? [run.vector] : []));
  const [first, ...otherVectors] = vectors;
  if (!first) throw new InvalidRequestError(NO_IMAGES);
  if (otherVectors.length > 0 && otherVectors.every((vector) => computeCosine(first, vector) > MAX_LIKENESS))
    throw new InvalidRequestError(
      'The model returns the same vector for all images that it is tested on, so it cannot compare them.',
    );
  return {
    format,
    length: first.length,
    openMilliseconds,
    memoryBytes: measureMemory(),
    images: runs.map(
      (run) =>
        run && {
          milliseconds: run.milliseconds,
          likeness: runs.map((other) => (other ? computeCosine(run.vector, other.vector) : 0)),
        },
    ),
  };
}

/** Computes the vector of an image, or of a box in it. Throws InvalidRequestError if the model fails or the image is unreadable. */
export async function computeVector(
  { file: model, format }: NonNullable<EmbedRequest['model']>,
  file: string,
  box: readonly number[] | null,
  threads: number,
): Promise<number[]> {
  const input = await prepareInput(file, box, format, false);
  const outputs = await runCachedSession(model, threads, (session) => runModel(session, input, format.input));
  return readVector(outputs, format);
}

function findOutput({ outputNames }: InferenceSession): string {
  const output = outputNames.length === 1 ? outputNames[0] : OUTPUT_NAMES.find((name) => outputNames.includes(name));
  if (output !== undefined) return output;
  throw new InvalidRequestError(
    `The model has the outputs ${formatNames(outputNames.map(shorten))}. It must have one, a vector of the image, or one with the name ${OUTPUT_NAMES.join(', ')}.`,
  );
}

/** Reads the vector of an image: 1 x N, optionally with additional dimensions of length 1. */
function readVector(outputs: Outputs, { output: name }: EmbeddingFormat): number[] {
  const output = outputs[name];
  const outputDescription = output ? `${output.type} of ${output.dims.join(' x ')}` : 'missing';
  const hasVectorShape = output?.type === 'float32' && output.dims.filter((side) => side !== 1).length <= 1;
  if (!hasVectorShape)
    throw new InvalidRequestError(
      `The output ${shorten(name)} is ${outputDescription}. It must be one vector: float32 of 1 x N.`,
    );
  const vector = [...(output.data as Float32Array)];
  if (vector.length < MIN_VECTOR_LENGTH || vector.length > MAX_VECTOR_LENGTH)
    throw new InvalidRequestError(
      `The vector of an image has ${vector.length} numbers. It must have ${MIN_VECTOR_LENGTH} to ${MAX_VECTOR_LENGTH.toLocaleString('en')}.`,
    );
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0)
    throw new InvalidRequestError('The model returns a vector of zeros, or values that are not numbers. Try other pixel values.');
  return vector;
}

function computeCosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
}
