import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { Suggestion } from '../../editor/model/region';
import { traceRegion } from '../vision/outline';
import { createDecoderInput, selectRegion } from './decoder-input';
import { keepMarkedParts } from './marked-parts';
import type { DecoderFiles, DecoderRequest, DecoderResponse } from './decoder-protocol';

/** The part of the global scope of a worker that is used here. The types of the DOM do not contain it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DecoderRequest>) => void) | null;
  postMessage(message: DecoderResponse): void;
}

interface Decoder {
  readonly session: InferenceSession;
  readonly coordinateSize: number;
  /** An empty previous mask. */
  readonly noMask: Tensor;
}

const scope = self as unknown as WorkerScope;
let decoder: Decoder | null = null;
let embedding: Tensor | null = null;

scope.onmessage = ({ data }) => {
  respond(data).then(
    (suggestion) => scope.postMessage({ suggestion }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};

async function respond(request: DecoderRequest): Promise<Suggestion | null> {
  if ('files' in request) {
    decoder = await openDecoder(request.files);
    return null;
  }
  if (request.embedding)
    embedding = new Tensor('float32', new Float32Array(request.embedding.data), [...request.embedding.shape]);
  if (!decoder || !embedding) throw new Error('The decoder has no embedding');
  const { coords, labels, place } = createDecoderInput(request.marks, request.size, decoder.coordinateSize);
  const output = await decoder.session.run({
    image_embeddings: embedding,
    point_coords: new Tensor('float32', coords, [1, labels.length, 2]),
    point_labels: new Tensor('float32', labels, [1, labels.length]),
    mask_input: decoder.noMask,
    has_mask_input: new Tensor('float32', new Float32Array(1), [1]),
    orig_im_size: new Tensor('float32', Float32Array.of(place.rows, place.columns), [2]),
  });
  const { masks, iou_predictions: scores } = output;
  if (!masks || !scores) throw new Error('The decoder returned no masks');
  const bestRegion = selectRegion(masks.data as Float32Array, scores.data as Float32Array, place);
  const region = keepMarkedParts(bestRegion, request.marks);
  for (const tensor of Object.values(output)) tensor.dispose();
  return { region, ...traceRegion(region) };
}

async function openDecoder({ runtime, decoder: file, coordinateSize, maskShape }: DecoderFiles): Promise<Decoder> {
  // More threads would need memory that is shared between workers, which the policies of this page do not allow.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = runtime;
  const session = await InferenceSession.create(new Uint8Array(file), { executionProviders: ['wasm'] });
  const size = maskShape.reduce((product, side) => product * side, 1);
  return { session, coordinateSize, noMask: new Tensor('float32', new Float32Array(size), [...maskShape]) };
}
