import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { readScaledImage, type InputImage } from '../images/image';
import type { EncodeRequest, InteractiveEncoder } from '../protocol/protocol';
import { runCachedSession } from '../runtime/session';

/** Encodes an image for the decoder. Throws InvalidRequestError if the image is unreadable. */
export async function encodeImage(
  { image: file, ...encoder }: EncodeRequest,
  threads: number,
): Promise<{ data: Uint8Array; shape: number[] }> {
  const image = await readEncoderImage(file, encoder);
  const { data, dims } = await runCachedSession(encoder.encoder, threads, (session) =>
    runEncoder(session, toEncoderInput(image, encoder)),
  );
  const values = Float32Array.from(data as Float32Array);
  return { data: new Uint8Array(values.buffer), shape: [...dims] };
}

/** Reads an image at the size that the encoder takes. Throws InvalidRequestError if it is unreadable. */
export function readEncoderImage(file: string, { inputSize }: Pick<InteractiveEncoder, 'inputSize'>): Promise<InputImage> {
  return readScaledImage(file, (width, height) => fitInto(width, height, inputSize));
}

/** Scales a size so that its longer side is `longest`. */
export function fitInto(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = longest / Math.max(width, height);
  const scaleSide = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaleSide(width), height: scaleSide(height) };
}

/** Converts an image to the input of the encoder: 1 x 3 x S x S, normalised, with zeros at the right of and below the image. */
export function toEncoderInput(
  { pixels, width, height }: Pick<InputImage, 'pixels' | 'width' | 'height'>,
  { inputSize, mean, std }: InteractiveEncoder,
): Tensor {
  const planeSize = inputSize * inputSize;
  const values = new Float32Array(3 * planeSize);
  for (let channel = 0; channel < 3; channel += 1) {
    const [offset, scale] = [mean[channel] ?? 0, 1 / (std[channel] ?? 1)];
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        values[channel * planeSize + y * inputSize + x] = ((pixels[(y * width + x) * 3 + channel] ?? 0) - offset) * scale;
  }
  return new Tensor('float32', values, [1, 3, inputSize, inputSize]);
}

/** Runs an encoder with one input. Returns the output `image_embeddings`, or the first output if no output has this name. */
export async function runEncoder(session: InferenceSession, image: Tensor): Promise<Tensor> {
  const output = await session.run({ [session.inputNames[0] ?? '']: image });
  const embedding = output.image_embeddings ?? output[session.outputNames[0] ?? ''];
  if (!embedding) throw new Error('The encoder has no output');
  return embedding as Tensor;
}
