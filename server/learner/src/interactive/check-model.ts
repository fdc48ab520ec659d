import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { CheckInteractiveRequest, LearnerResult } from '../protocol/protocol';
import { openSession, runCachedSession } from '../runtime/session';
import { inspectModelFile } from '../uploaded/inspect-file';
import { runEncoder, toEncoderInput } from './encode-image';

const DECODER_INPUTS = ['image_embeddings', 'point_coords', 'point_labels', 'mask_input', 'has_mask_input', 'orig_im_size'];
const DECODER_OUTPUTS = ['masks', 'iou_predictions', 'low_res_masks'];
/** Browsers download the decoder. */
const MAX_DECODER_BYTES = 100_000_000;
/** Limit of the size of an embedding, which browsers download for each image. */
const MAX_EMBEDDING_VALUES = 8_000_000;

/**
 * Checks that an encoder and a decoder have the expected inputs and outputs, and that they run. Throws InvalidRequestError with the
 * reason for the operator.
 */
export async function checkInteractiveModel(
  request: CheckInteractiveRequest,
  threads: number,
): Promise<Extract<LearnerResult, { interactive: unknown }>['interactive']> {
  if (request.isUploaded) await Promise.all([request.encoder, request.decoder].map(inspectModelFile));
  const { embedding, milliseconds } = await checkEncoder(request, threads);
  const maskShape = await checkDecoder(request, embedding, threads);
  const [encoderHash, decoderHash] = await Promise.all([hashFile(request.encoder), hashFile(request.decoder)]);
  return { encoderHash, decoderHash, maskShape, milliseconds, memoryBytes: 1024 * process.resourceUsage().maxRSS };
}

interface EncodedImage {
  embedding: Tensor;
  milliseconds: number;
}

/** Runs the encoder from the cache, because it encodes images next. */
function checkEncoder(request: CheckInteractiveRequest, threads: number): Promise<EncodedImage> {
  const { encoder: file } = request;
  return explain(
    file,
    'cannot be opened',
    runCachedSession(file, threads, (session) => checkOpenedEncoder(request, session)),
  );
}

async function checkOpenedEncoder(request: CheckInteractiveRequest, session: InferenceSession): Promise<EncodedImage> {
  const { encoder: file, inputSize } = request;
  if (session.inputNames.length !== 1)
    refuse(file, `has the inputs ${session.inputNames.join(', ')}. It must have one: an image of 1 x 3 x S x S`);
  const image = toEncoderInput({ pixels: new Uint8Array(), width: 0, height: 0 }, request);
  const start = performance.now();
  const embedding = await explain(
    file,
    `cannot encode an image of 1 x 3 x ${inputSize} x ${inputSize}`,
    runEncoder(session, image),
  );
  const milliseconds = performance.now() - start;
  const { dims, type, size } = embedding;
  if (type !== 'float32' || dims.length !== 4 || dims[0] !== 1)
    refuse(file, `returns ${type} values of ${dims.join(' x ')}. They must be float32 of 1 x C x H x W`);
  if (size > MAX_EMBEDDING_VALUES) refuse(file, `returns ${size} values for an image; the limit is ${MAX_EMBEDDING_VALUES}`);
  return { embedding, milliseconds };
}

/** Returns the dimensions of the input for a previous mask. */
async function checkDecoder(request: CheckInteractiveRequest, embedding: Tensor, threads: number): Promise<number[]> {
  const { decoder: file } = request;
  const { size } = await explain(file, 'cannot be opened', stat(file));
  if (size > MAX_DECODER_BYTES)
    refuse(file, `has ${Math.round(size / 1e6)} MB; the limit is ${MAX_DECODER_BYTES / 1e6} MB, because browsers download it`);
  const session = await explain(file, 'cannot be opened', openSession(file, threads));
  try {
    return await checkOpenedDecoder(request, session, embedding);
  } finally {
    await session.release();
  }
}

async function checkOpenedDecoder(
  { decoder: file, coordinateSize }: CheckInteractiveRequest,
  session: InferenceSession,
  embedding: Tensor,
): Promise<number[]> {
  const { inputNames, outputNames } = session;
  if (DECODER_INPUTS.some((name) => !inputNames.includes(name)) || inputNames.length !== DECODER_INPUTS.length)
    refuse(file, `has the inputs ${inputNames.join(', ')}. They must be ${DECODER_INPUTS.join(', ')}`);
  if (DECODER_OUTPUTS.some((name) => !outputNames.includes(name)))
    refuse(file, `has the outputs ${outputNames.join(', ')}. They must be ${DECODER_OUTPUTS.join(', ')}`);
  const maskShape = getMaskShape(session, embedding);
  // Half as high as wide, so that exchanged sides are noticed.
  const [height, width] = [Math.ceil(coordinateSize / 2), coordinateSize];
  const createFloats = (values: readonly number[], dims: readonly number[]) =>
    new Tensor('float32', Float32Array.from(values), dims);
  const output = await explain(
    file,
    `cannot run with the embedding ${embedding.dims.join(' x ')} of the encoder`,
    session.run({
      image_embeddings: embedding,
      point_coords: createFloats([width / 2, height / 2, 0, 0], [1, 2, 2]),
      point_labels: createFloats([1, -1], [1, 2]),
      mask_input: new Tensor('float32', new Float32Array(maskShape.reduce((product, side) => product * side, 1)), maskShape),
      has_mask_input: createFloats([0], [1]),
      orig_im_size: createFloats([height, width], [2]),
    }),
  );
  const masks = output.masks?.dims ?? [];
  if (masks.length !== 4 || masks[0] !== 1 || masks[2] !== height || masks[3] !== width)
    refuse(
      file,
      `returns masks of ${masks.join(' x ')} for orig_im_size ${height}, ${width}. They must be 1 x N x ${height} x ${width}`,
    );
  if (output.iou_predictions?.size !== masks[1])
    refuse(file, `returns ${output.iou_predictions?.size ?? 0} iou_predictions for ${masks[1]} masks`);
  return maskShape;
}

/** Variable sides have four times the size of the embedding, as in the original model. */
function getMaskShape({ inputMetadata }: InferenceSession, embedding: Tensor): number[] {
  const metadata = inputMetadata.find(({ name }) => name === 'mask_input');
  const shape = metadata?.isTensor ? metadata.shape : [];
  const defaults = [1, 1, 4 * (embedding.dims[2] ?? 1), 4 * (embedding.dims[3] ?? 1)];
  return defaults.map((side, index) => {
    const declared = shape[index];
    return typeof declared === 'number' && declared > 0 ? declared : side;
  });
}

/** Adds what has failed to an error of the runtime, without the path of the folder. */
async function explain<T>(file: string, problem: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(file, `${problem}: ${reason.replaceAll(dirname(file) + sep, '').slice(0, 300)}`);
  }
}

function refuse(file: string, problem: string): never {
  throw new InvalidRequestError(`${basename(file)} ${problem}.`);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
