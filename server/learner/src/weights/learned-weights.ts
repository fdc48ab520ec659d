import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file with the trained weights, next to the model file. */
const LEARNED_FILE = 'learned.json';

/** Writes the trained weights as `learned.json` next to the model file. */
export function writeLearnedWeights(folder: string, weights: object): Promise<void> {
  return writeFile(join(folder, LEARNED_FILE), JSON.stringify(weights, encodeArrays));
}

/** Reads trained weights that `writeLearnedWeights` wrote. */
export async function readLearnedWeights(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'), decodeArrays);
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
