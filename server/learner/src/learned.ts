import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNEL_FEATURES } from './detection/channels';
import { isPretrainedHere, PRETRAINED, type Features } from './detection/features';
import { detectorFile, type Learned as LearnedObjects } from './detection/file';
import type { AssembleOrder } from './protocol';
import { recognitionFile } from './recognition/file';
import type { Head } from './recognition/head';
import { Refusal } from './refusal';

/** All of a model that was learned: without what comes with the packages, and so some hundred times smaller than its file. */
export type Learned =
  { kind: 'objects'; features: Features['name']; labels: number; learned: LearnedObjects } | { kind: 'recognition'; head: Head };

export const LEARNED = 'learned.json';

/** Writes what was learned beside the model's file. */
export function writeLearned(folder: string, learned: Learned): Promise<void> {
  return writeFile(join(folder, LEARNED), JSON.stringify(learned, packed));
}

/** Writes the file of a model, `model.onnx`, from what was learned: the same that its training wrote, to the byte. */
export async function assemble({ learned: file, folder }: AssembleOrder): Promise<{ model: string }> {
  const learned = JSON.parse(await readFile(file, 'utf8'), unpacked) as Learned;
  await mkdir(folder, { recursive: true });
  const model = join(folder, 'model.onnx');
  await writeFile(model, fileOf(learned));
  return { model };
}

function fileOf(learned: Learned): Uint8Array {
  if (learned.kind === 'recognition') return recognitionFile(learned.head);
  if (learned.features === 'channels') return detectorFile(CHANNEL_FEATURES, learned.learned, learned.labels);
  if (!isPretrainedHere())
    throw new Refusal('The package with the pretrained weights that this model stands on is not installed');
  return detectorFile(PRETRAINED, learned.learned, learned.labels);
}

/** Numbers as the bytes that they are, in base64: none is rounded. */
function packed(_: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  return { float32: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

function unpacked(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('float32' in value)) return value;
  const bytes = Buffer.from(value.float32 as string, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer);
}
