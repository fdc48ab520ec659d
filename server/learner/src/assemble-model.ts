import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackboneInstalled } from './backbone/backbone';
import { PRETRAINED_FEATURES } from './detection/cells/cell-features';
import { CHANNEL_FEATURES } from './detection/cells/channel-features';
import { createDetectorModel, type LearnedObjects } from './detection/model/detector-model';
import type { AssembleRequest } from './protocol/protocol';
import { Refusal } from './protocol/refusal';
import type { LearnedRecognition } from './recognition/model/recognition-head';
import { createRecognitionModel } from './recognition/model/recognition-model';
import { readLearnedWeights } from './weights/learned-weights';

/** Writes `model.onnx` from trained weights. The file is identical to the one that the training wrote. */
export async function assembleModel({ learned: file, folder }: AssembleRequest): Promise<{ model: string }> {
  const learned = (await readLearnedWeights(file)) as LearnedObjects | LearnedRecognition;
  await mkdir(folder, { recursive: true });
  const model = join(folder, 'model.onnx');
  await writeFile(model, createModelFile(learned));
  return { model };
}

function createModelFile(learned: LearnedObjects | LearnedRecognition): Uint8Array {
  if (learned.kind === 'recognition') return createRecognitionModel(learned.head);
  if (learned.features === 'channels') return createDetectorModel(CHANNEL_FEATURES, learned.learned, learned.labels);
  if (!isBackboneInstalled()) throw new Refusal('The package with the pretrained weights of this model is not installed');
  return createDetectorModel(PRETRAINED_FEATURES, learned.learned, learned.labels);
}
