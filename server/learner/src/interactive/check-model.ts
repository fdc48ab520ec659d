import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { nullIfUnreadable, type InputImage } from '../images/image';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { CheckInteractiveRequest, LearnerResult } from '../protocol/protocol';
import { openSession, runCachedSession } from '../runtime/session';
import { traceMask } from '../uploaded/decode-masks';
import { inspectModelFile } from '../uploaded/inspect-file';
import { fitInto, readEncoderImage, runEncoder, toEncoderInput } from './encode-image';

const DECODER_INPUTS = ['image_embeddings', 'point_coords', 'point_labels', 'mask_input', 'has_mask_input', 'orig_im_size'];
const DECODER_OUTPUTS = ['masks', 'iou_predictions', 'low_res_masks'];
/** Maximum size of the decoder, which browsers download. */
const MAX_DECODER_BYTES = 100_000_000;
/** Longer side of the masks in images of the check. */
const CHECKED_MASK_SIZE = 256;
/** Maximum number of values in an embedding. Browsers download the embedding of each image. */
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
  const { maskShape, images } = await checkDecoder(request, embedding, threads);
  const [encoderHash, decoderHash] = await Promise.all([hashFile(request.encoder), hashFile(request.decoder)]);
  return { encoderHash, decoderHash, maskShape, milliseconds, memoryBytes: 1024 * process.resourceUsage().maxRSS, images };
}

interface EncodedImage {
  embedding: Tensor;
  milliseconds: number;
}

/** Checks the encoder in a cached session, because the next step encodes images with the same session. */
function checkEncoder(request: CheckInteractiveRequest, threads: number): Promise<EncodedImage> {
  const { encoder: file } = request;
  return explainFailure(
    file,
    'cannot be opened',
    runCachedSession(file, threads, (session) => checkOpenedEncoder(request, session)),
  );
}

async function checkOpenedEncoder(request: CheckInteractiveRequest, session: InferenceSession): Promise<EncodedImage> {
  const { encoder: file, inputSize } = request;
  if (session.inputNames.length !== 1)
    refuseFile(file, `has the inputs ${session.inputNames.join(', ')}. It must have one: an image of 1 x 3 x S x S`);
  const image = toEncoderInput({ pixels: new Uint8Array(), width: 0, height: 0 }, request);
  const start = performance.now();
  const embedding = await explainFailure(
    file,
    `cannot encode an image of 1 x 3 x ${inputSize} x ${inputSize}`,
    runEncoder(session, image),
  );
  const milliseconds = performance.now() - start;
  const { dims, type, size } = embedding;
  if (type !== 'float32' || dims.length !== 4 || dims[0] !== 1)
    refuseFile(file, `returns ${type} values of ${dims.join(' x ')}. They must be float32 of 1 x C x H x W`);
  if (size > MAX_EMBEDDING_VALUES) refuseFile(file, `returns ${size} values for an image; the limit is ${MAX_EMBEDDING_VALUES}`);
  return { embedding, milliseconds };
}

/**
 * Checks the decoder. Returns the dimensions of its input for a previous mask, and the outline of the object that the model finds
 * in the middle of each image.
 */
async function checkDecoder(request: CheckInteractiveRequest, embedding: Tensor, threads: number) {
  const { decoder: file, images = [] } = request;
  const { size } = await explainFailure(file, 'cannot be opened', stat(file));
  if (size > MAX_DECODER_BYTES)
    refuseFile(
      file,
      `has ${Math.round(size / 1e6)} MB; the limit is ${MAX_DECODER_BYTES / 1e6} MB, because browsers download it`,
    );
  const session = await explainFailure(file, 'cannot be opened', openSession(file, threads));
  try {
    const maskShape = await checkOpenedDecoder(request, session, embedding);
    const imageResults: Awaited<ReturnType<typeof findInMiddle>>[] = [];
    for (const image of images) imageResults.push(await findInMiddle(request, session, image, { maskShape, threads }));
    return { maskShape, images: imageResults };
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
    refuseFile(file, `has the inputs ${inputNames.join(', ')}. They must be ${DECODER_INPUTS.join(', ')}`);
  if (DECODER_OUTPUTS.some((name) => !outputNames.includes(name)))
    refuseFile(file, `has the outputs ${outputNames.join(', ')}. They must be ${DECODER_OUTPUTS.join(', ')}`);
  const maskShape = getMaskShape(session, embedding);
  // The test image is half as high as wide, so that a decoder that swaps height and width fails the check.
  const [height, width] = [Math.ceil(coordinateSize / 2), coordinateSize];
  const output = await runDecoder(session, { file, embedding, maskShape, point: [width / 2, height / 2], size: [height, width] });
  const masks = output.masks?.dims ?? [];
  if (masks.length !== 4 || masks[0] !== 1 || masks[2] !== height || masks[3] !== width)
    refuseFile(
      file,
      `returns masks of ${masks.join(' x ')} for orig_im_size ${height}, ${width}. They must be 1 x N x ${height} x ${width}`,
    );
  if (output.iou_predictions?.size !== masks[1])
    refuseFile(file, `returns ${output.iou_predictions?.size ?? 0} iou_predictions for ${masks[1]} masks`);
  return maskShape;
}

interface DecoderInput {
  file: string;
  embedding: Tensor;
  maskShape: readonly number[];
  point: readonly [number, number];
  /** Height and width of the masks. */
  size: readonly [number, number];
}

/** Runs the decoder with one point of the object. */
function runDecoder(session: InferenceSession, { file, embedding, maskShape, point, size }: DecoderInput) {
  const createFloatTensor = (values: readonly number[], dims: readonly number[]) =>
    new Tensor('float32', Float32Array.from(values), dims);
  return explainFailure(
    file,
    `cannot run with the embedding ${embedding.dims.join(' x ')} of the encoder`,
    session.run({
      image_embeddings: embedding,
      point_coords: createFloatTensor([...point, 0, 0], [1, 2, 2]),
      point_labels: createFloatTensor([1, -1], [1, 2]),
      mask_input: new Tensor('float32', new Float32Array(maskShape.reduce((product, side) => product * side, 1)), maskShape),
      has_mask_input: createFloatTensor([0], [1]),
      orig_im_size: createFloatTensor(size, [2]),
    }),
  );
}

/** Finds the object in the middle of an image. Null for an unreadable image. */
async function findInMiddle(
  request: CheckInteractiveRequest,
  session: InferenceSession,
  file: string,
  { maskShape, threads }: { maskShape: readonly number[]; threads: number },
): Promise<{ milliseconds: number; polygon: number[] | null } | null> {
  const image = await nullIfUnreadable(readEncoderImage(file, request));
  if (!image) return null;
  const { fullWidth, fullHeight } = image;
  const start = performance.now();
  const encoding = runCachedSession(request.encoder, threads, (encoder) => runEncoder(encoder, toEncoderInput(image, request)));
  const embedding = await explainFailure(request.encoder, 'cannot encode an image', encoding);
  const milliseconds = performance.now() - start;
  const scale = request.coordinateSize / Math.max(fullWidth, fullHeight);
  const { width, height } = fitInto(fullWidth, fullHeight, CHECKED_MASK_SIZE);
  const { masks, iou_predictions: qualities } = await runDecoder(session, {
    file: request.decoder,
    embedding,
    maskShape,
    size: [height, width],
    point: [(scale * fullWidth) / 2, (scale * fullHeight) / 2],
  });
  const bestMaskIndex = [...(qualities!.data as Float32Array)].reduce(
    (first, value, index, all) => (value > all[first]! ? index : first),
    0,
  );
  const mask = (masks!.data as Float32Array).slice(bestMaskIndex * width * height, (bestMaskIndex + 1) * width * height);
  const polygon = traceLogits(mask, { width, height }, image);
  return { milliseconds, polygon };
}

/** Traces the outline of the positive values of a mask in pixels of the image; null if there are none. */
function traceLogits(
  mask: Float32Array,
  { width, height }: { width: number; height: number },
  { fullWidth, fullHeight }: Pick<InputImage, 'fullWidth' | 'fullHeight'>,
): number[] | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [index, value] of mask.entries()) {
    if (!(value > 0)) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right === 0) return null;
  const [scaleX, scaleY] = [fullWidth / width, fullHeight / height];
  const input = { width: fullWidth, height: fullHeight };
  const logits = new Tensor('float32', mask, [1, 1, height, width]);
  return traceMask([left * scaleX, top * scaleY, right * scaleX, bottom * scaleY], [1], logits, { input });
}

/** Returns the shape of the previous mask. Variable sides have four times the size of the embedding, as in Segment Anything. */
function getMaskShape({ inputMetadata }: InferenceSession, embedding: Tensor): number[] {
  const metadata = inputMetadata.find(({ name }) => name === 'mask_input');
  const shape = metadata?.isTensor ? metadata.shape : [];
  const defaultShape = [1, 1, 4 * (embedding.dims[2] ?? 1), 4 * (embedding.dims[3] ?? 1)];
  return defaultShape.map((side, index) => {
    const dimension = shape[index];
    return typeof dimension === 'number' && dimension > 0 ? dimension : side;
  });
}

/** Rethrows an error of the ONNX runtime with the step that failed, without the path of the folder. */
async function explainFailure<T>(file: string, problem: string, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return refuseFile(file, `${problem}: ${reason.replaceAll(dirname(file) + sep, '').slice(0, 300)}`);
  }
}

function refuseFile(file: string, problem: string): never {
  throw new InvalidRequestError(`${basename(file)} ${problem}.`);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
