import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractiveEncoder } from '@console/learner/protocol';
import { z } from 'zod';
import { HttpError } from '../../platform/errors';
import { messages } from './messages';

const channels = z.array(z.number()).length(3, 'must have three numbers: red, green, blue');
const ModelFile = z.strictObject({
  name: z.string().trim().min(1).max(100),
  licence: z.string().trim().min(1).max(500).optional(),
  input_size: z.number().int().min(16).max(4096),
  mean: channels,
  std: channels.refine((values) => values.every((value) => value > 0), 'must be positive'),
  coordinate_size: z.number().int().min(16).max(4096).optional(),
});

/** The contents of `model.json` of an interactive segmentation model, with the paths of its files. */
export interface ModelDescription extends InteractiveEncoder {
  name: string;
  licence: string | null;
  /** Path of the ONNX file. */
  decoder: string;
  /** Length of the longer side of an image in the coordinates of the decoder's points. */
  coordinateSize: number;
}

/** The files of a model on the local disk, and the content of `model.json`. */
export interface ModelFiles {
  encoder: string;
  decoder: string;
  description: string;
}

/** Returns the paths of the ONNX files in the folder of a model. */
export const getPaths = (folder: string) => ({ encoder: join(folder, 'encoder.onnx'), decoder: join(folder, 'decoder.onnx') });

/** Reads `model.json` in the folder of a model. Throws 400 with the reason if it is missing. */
export async function readModelFolder(folder: string): Promise<ModelFiles> {
  const description = await readFile(join(folder, 'model.json'), 'utf8').catch(() => {
    throw new HttpError(400, messages.noDescription);
  });
  return { ...getPaths(folder), description };
}

/** Reads `model.json`. Throws 400 with the reason if it is missing or invalid. */
export async function readDescription(folder: string): Promise<ModelDescription> {
  const { description, ...files } = await readModelFolder(folder);
  return parseDescription(description, files);
}

/** Parses the content of `model.json`. Throws 400 with the reason if it is invalid. */
export function parseDescription(text: string, files: Pick<ModelDescription, 'encoder' | 'decoder'>): ModelDescription {
  const parsed = ModelFile.safeParse(parseJson(text));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
    throw new HttpError(400, messages.invalidDescription(problems.join('; ')));
  }
  const { name, licence = null, input_size: inputSize, mean, std, coordinate_size: coordinateSize = inputSize } = parsed.data;
  return { name, licence, inputSize, mean, std, coordinateSize, ...files };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, messages.noJson);
  }
}
