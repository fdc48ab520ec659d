import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { traceRegion } from '../vision/outline';
import { copyRawMask, createDecoderInput, findBestMask, toRegion } from './decoder-input';
import { keepMarkedParts } from './marked-parts';
import type { DecoderFiles, DecoderRequest, DecoderResponse, DecoderResult } from './decoder-protocol';

/** The members of the worker's global scope that this file uses. The DOM types do not declare them. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DecoderRequest>) => void) | null;
  postMessage(message: DecoderResponse): void;
}

interface Decoder {
  readonly session: InferenceSession;
  readonly coordinateSize: number;
  /** The dimensions of the input `mask_input`, and the number of its values. */
  readonly maskShape: readonly number[];
  readonly maskSize: number;
}

const scope = self as unknown as WorkerScope;
let decoder: Decoder | null = null;
let embedding: Tensor | null = null;

scope.onmessage = ({ data }) => {
  respond(data).then(
    (result) => scope.postMessage({ result }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};

async function respond(request: DecoderRequest): Promise<DecoderResult | null> {
  if ('files' in request) {
    decoder = await openDecoder(request.files);
    return null;
  }
  if (request.embedding)
    embedding = new Tensor('float32', new Float32Array(request.embedding.data), [...request.embedding.shape]);
  if (!decoder || !embedding) throw new Error('The decoder has no embedding');
  const { session, maskShape, maskSize } = decoder;
  const { previousMask } = request;
  const { coords, labels, placement } = createDecoderInput(request.marks, request.size, decoder.coordinateSize);
  const output = await session.run({
    image_embeddings: embedding,
    point_coords: new Tensor('float32', coords, [1, labels.length, 2]),
    point_labels: new Tensor('float32', labels, [1, labels.length]),
    mask_input: new Tensor('float32', previousMask ?? new Float32Array(maskSize), [...maskShape]),
    has_mask_input: new Tensor('float32', Float32Array.of(previousMask ? 1 : 0), [1]),
    orig_im_size: new Tensor('float32', Float32Array.of(placement.rows, placement.columns), [2]),
  });
  const { masks, iou_predictions: scores } = output;
  if (!masks || !scores) throw new Error('The decoder returned no masks');
  const bestIndex = findBestMask(scores.data as Float32Array);
  const region = keepMarkedParts(toRegion(masks.data as Float32Array, bestIndex, placement), request.marks);
  const mask = copyRawMask(output.low_res_masks?.data as Float32Array | undefined, scores.data.length, bestIndex, maskSize);
  for (const tensor of Object.values(output)) tensor.dispose();
  return { suggestion: { region, ...traceRegion(region) }, mask };
}

async function openDecoder({ runtime, decoder: file, coordinateSize, maskShape }: DecoderFiles): Promise<Decoder> {
  // Use one thread: several threads need shared memory, which the security policies of this page do not allow.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = runtime;
  const session = await InferenceSession.create(new Uint8Array(file), { executionProviders: ['wasm'] });
  return { session, coordinateSize, maskShape, maskSize: maskShape.reduce((product, side) => product * side, 1) };
}
