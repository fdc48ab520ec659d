import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackboneInstalled } from './backbone/backbone';
import { PRETRAINED_FEATURES } from './detection/cells/cell-features';
import { CHANNEL_FEATURES } from './detection/cells/channel-features';
import { createDetectorModel, type LearnedObjects } from './detection/model/detector-model';
import type { AssembleRequest } from './protocol/protocol';
import { InvalidRequestError } from './protocol/invalid-request-error';
import type { LearnedRecognition } from './recognition/model/recognition-head';
import { createRecognitionModel } from './recognition/model/recognition-model';
import { readLearnedWeights } from './weights/learned-weights';

/** Writes `model.onnx` from trained weights. The file is identical to the file that the training wrote. */
export async function assembleModel({ learned: file, folder }: AssembleRequest): Promise<{ model: string }> {
  const weights = (await readLearnedWeights(file)) as LearnedObjects | LearnedRecognition;
  await mkdir(folder, { recursive: true });
  const model = join(folder, 'model.onnx');
  await writeFile(model, createModelFile(weights));
  return { model };
}

function createModelFile(weights: LearnedObjects | LearnedRecognition): Uint8Array {
  if (weights.kind === 'recognition') return createRecognitionModel(weights.head);
  if (weights.features === 'channels') return createDetectorModel(CHANNEL_FEATURES, weights.learned, weights.labels);
  if (!isBackboneInstalled())
    throw new InvalidRequestError('The package with the pretrained weights of this model is not installed');
  return createDetectorModel(PRETRAINED_FEATURES, weights.learned, weights.labels);
}
