import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNEL_FEATURES } from '../detection/cells/channel-features';
import { isBackboneInstalled } from '../backbone/backbone';
import { PRETRAINED_FEATURES, type CellFeatures } from '../detection/cells/cell-features';
import { createDetectorModel, type LearnedDetector } from '../detection/model/detector-model';
import type { AssembleRequest } from '../protocol/protocol';
import { createRecognitionModel } from '../recognition/model/recognition-model';
import type { RecognitionHead } from '../recognition/model/recognition-head';
import { Refusal } from '../protocol/refusal';

/** The trained weights of a model without its backbone, about a hundred times smaller than the model file. */
export type LearnedWeights =
  | { kind: 'objects'; features: CellFeatures['name']; labels: number; learned: LearnedDetector }
  | { kind: 'recognition'; head: RecognitionHead };

/** Name of the file with the trained weights, next to the model file. */
const LEARNED_FILE = 'learned.json';

/** Writes the trained weights as `learned.json` next to the model file. */
export function writeLearnedWeights(folder: string, learned: LearnedWeights): Promise<void> {
  return writeFile(join(folder, LEARNED_FILE), JSON.stringify(learned, encodeArrays));
}

/** Writes `model.onnx` from trained weights: the same file, byte for byte, that the training wrote. */
export async function assembleModel({ learned: file, folder }: AssembleRequest): Promise<{ model: string }> {
  const learned = JSON.parse(await readFile(file, 'utf8'), decodeArrays) as LearnedWeights;
  await mkdir(folder, { recursive: true });
  const model = join(folder, 'model.onnx');
  await writeFile(model, createModelFile(learned));
  return { model };
}

function createModelFile(learned: LearnedWeights): Uint8Array {
  if (learned.kind === 'recognition') return createRecognitionModel(learned.head);
  if (learned.features === 'channels') return createDetectorModel(CHANNEL_FEATURES, learned.learned, learned.labels);
  if (!isBackboneInstalled()) throw new Refusal('The package with the pretrained weights of this model is not installed');
  return createDetectorModel(PRETRAINED_FEATURES, learned.learned, learned.labels);
}

/** JSON replacer: writes arrays of floats as base64 of their bytes, which loses no precision. */
function encodeArrays(_: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  return { float32: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

/** JSON reviver: restores the arrays that `encodeArrays` wrote. */
function decodeArrays(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('float32' in value)) return value;
  const bytes = Buffer.from(value.float32 as string, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}
