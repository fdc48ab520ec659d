import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNEL_FEATURES } from './detection/channels';
import { isPretrainedHere, PRETRAINED, type Features } from './detection/features';
import { detectorFile, type Learned as LearnedObjects } from './detection/file';
import type { AssembleOrder } from './protocol';
import { recognitionFile } from './recognition/file';
import type { Head } from './recognition/head';
import { Refusal } from './refusal';

/** The trained weights of a model without its backbone, about a hundred times smaller than the model file. */
export type Learned =
  { kind: 'objects'; features: Features['name']; labels: number; learned: LearnedObjects } | { kind: 'recognition'; head: Head };

export const LEARNED = 'learned.json';

/** Writes the trained weights as `learned.json` next to the model file. */
export function writeLearned(folder: string, learned: Learned): Promise<void> {
  return writeFile(join(folder, LEARNED), JSON.stringify(learned, encodeArrays));
}

/** Writes `model.onnx` from trained weights: the same file, byte for byte, that the training wrote. */
export async function assemble({ learned: file, folder }: AssembleOrder): Promise<{ model: string }> {
  const learned = JSON.parse(await readFile(file, 'utf8'), decodeArrays) as Learned;
  await mkdir(folder, { recursive: true });
  const model = join(folder, 'model.onnx');
  await writeFile(model, createModelFile(learned));
  return { model };
}

function createModelFile(learned: Learned): Uint8Array {
  if (learned.kind === 'recognition') return recognitionFile(learned.head);
  if (learned.features === 'channels') return detectorFile(CHANNEL_FEATURES, learned.learned, learned.labels);
  if (!isPretrainedHere())
    throw new Refusal('The package with the pretrained weights of this model is not installed');
  return detectorFile(PRETRAINED, learned.learned, learned.labels);
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
