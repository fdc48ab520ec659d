import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { readBoxes } from '../images/read-boxes';
import { readScaledImage, type InputImage } from '../images/image';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { Domain, PixelValues, UploadedFormat } from '../protocol/protocol';
import { formatNames, shorten } from './format-names';

/** Sizes of the input if neither the model nor its metadata specify a size. */
const DEFAULT_SIZE: Record<Domain, number> = { recognition: 224, detection: 640, segmentation: 640 };
const MIN_SIZE = 16;
const MAX_SIZE = 2048;
/** Grey value of the padding around an image. */
const PADDING_GREY = 114;
/** Mean and standard deviation of red, green and blue in ImageNet, of values from 0 to 1. */
const IMAGENET_NORMALIZATION = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

type Input = UploadedFormat['input'];

/** Determines the image format that a model expects. Throws InvalidRequestError with a message for the user. */
export function findInput(
  { inputMetadata }: Pick<InferenceSession, 'inputMetadata'>,
  domain: Domain,
  size: { width: number; height: number } | null,
): Input {
  const [input, ...otherInputs] = inputMetadata;
  if (!input || otherInputs.length > 0)
    refuseInput(
      `The model has the inputs ${formatNames(inputMetadata.map(({ name }) => shorten(name)))}. It must have one, an image.`,
    );
  if (!input.isTensor || (input.type !== 'float32' && input.type !== 'uint8'))
    refuseInput(
      `The input has the type ${input.isTensor ? input.type : 'sequence'}. Export the model with inputs of type float32.`,
    );
  const shape = input.shape.map((side) => (typeof side === 'number' && side > 0 ? side : null));
  const shapeText = shorten(shape.map((side) => side ?? '?').join(' x '));
  const [batch, , , lastSize] = shape;
  if (shape.length !== 4) refuseInput(`The input is ${shapeText}. It must be an image: 1 x 3 x height x width.`);
  if (batch !== null && batch !== 1) refuseInput(`The input is ${shapeText}. Export the model for one image at a time.`);
  const isChannelsLast = lastSize === 3 && shape[1] !== 3;
  const [channels, height, width] = isChannelsLast ? [lastSize, shape[1], shape[2]] : [shape[1], shape[2], lastSize];
  if (channels !== null && channels !== 3) refuseInput(`The input is ${shapeText}. The model must take images with 3 channels.`);
  const format = {
    name: input.name,
    type: input.type,
    isChannelsLast,
    width: width ?? size?.width ?? DEFAULT_SIZE[domain],
    height: height ?? size?.height ?? DEFAULT_SIZE[domain],
  };
  if ([format.width, format.height].some((side) => side < MIN_SIZE || side > MAX_SIZE))
    refuseInput(`The input is ${shapeText}. Its sides must have ${MIN_SIZE} to ${MAX_SIZE} pixels.`);
  return format;
}

function refuseInput(problem: string): never {
  throw new InvalidRequestError(problem);
}

/** The input of a model with the position of the image in it. */
export interface PreparedInput {
  tensor: Tensor;
  left: number;
  top: number;
  image: Pick<InputImage, 'width' | 'height' | 'fullWidth' | 'fullHeight'>;
}

/**
 * Reads an image, or a box in it, as the input of a model. With `keepsAspect`, the image is scaled to fit and centred on grey, otherwise
 * it is stretched. Throws InvalidRequestError if the image is unreadable.
 */
export async function prepareInput(
  file: string,
  box: readonly number[] | null,
  { input, pixels }: Pick<UploadedFormat, 'input' | 'pixels'>,
  keepsAspect: boolean,
): Promise<PreparedInput> {
  const computeSize = (width: number, height: number) => {
    if (!keepsAspect) return { width: input.width, height: input.height };
    const scale = Math.min(input.width / width, input.height / height);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  };
  const image = box ? (await readBoxes(file, [box], computeSize))[0]! : await readScaledImage(file, computeSize);
  const left = Math.floor((input.width - image.width) / 2);
  const top = Math.floor((input.height - image.height) / 2);
  return { tensor: toTensor(image, { left, top }, input, pixels), left, top, image };
}

function toTensor(
  { pixels, width, height }: InputImage,
  { left, top }: { left: number; top: number },
  input: Input,
  pixelValues: PixelValues,
): Tensor {
  const pixelCount = input.width * input.height;
  const values = input.type === 'uint8' ? new Uint8Array(3 * pixelCount) : new Float32Array(3 * pixelCount);
  const valuesByChannel = [0, 1, 2].map((channel) =>
    Array.from({ length: 256 }, (_, value) => convertPixel(value, channel, pixelValues)),
  );
  for (let channel = 0; channel < 3; channel += 1) {
    const channelValues = valuesByChannel[channel]!;
    const position = input.isChannelsLast
      ? (index: number) => 3 * index + channel
      : (index: number) => channel * pixelCount + index;
    for (let index = 0; index < pixelCount; index += 1) {
      const [x, y] = [(index % input.width) - left, Math.floor(index / input.width) - top];
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      values[position(index)] = channelValues[isInside ? pixels[3 * (y * width + x) + channel]! : PADDING_GREY]!;
    }
  }
  const dims = input.isChannelsLast ? [1, input.height, input.width, 3] : [1, 3, input.height, input.width];
  return values instanceof Uint8Array ? new Tensor('uint8', values, dims) : new Tensor('float32', values, dims);
}

function convertPixel(value: number, channel: number, pixelValues: PixelValues): number {
  if (pixelValues === '0-255') return value;
  const ratio = value / 255;
  return pixelValues === '0-1'
    ? ratio
    : (ratio - IMAGENET_NORMALIZATION.mean[channel]!) / IMAGENET_NORMALIZATION.deviation[channel]!;
}

/** Converts x, y, x, y ... from pixels of the input to pixels of the image after EXIF rotation. */
export function scaleToImage(
  points: readonly number[],
  { left, top, image: { width, height, fullWidth, fullHeight } }: PreparedInput,
): number[] {
  return points.map((value, index) =>
    index % 2 === 0 ? ((value - left) * fullWidth) / width : ((value - top) * fullHeight) / height,
  );
}

/** Converts x, y, x, y ... from pixels of the input to pixels of the image after EXIF rotation, clipped to the image. */
export function toImagePoints(points: readonly number[], input: PreparedInput): number[] {
  const { fullWidth, fullHeight } = input.image;
  return scaleToImage(points, input).map((value, index) =>
    Math.min(index % 2 === 0 ? fullWidth : fullHeight, Math.max(0, value)),
  );
}
