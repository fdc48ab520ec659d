import { resolve } from 'node:path';
import { z } from 'zod';
import { integer } from './fields';

/** The interactive segmentation model that the operator supplies, and its limits. */
interface InteractiveModelSettings {
  /** Contains `encoder.onnx`, `decoder.onnx` and `model.json`. */
  folder: string;
  /** Maximum time for encoding an image. */
  timeoutMs: number;
  /** Maximum memory of the process that runs the encoder. */
  maxResidentBytes: number;
}

export const interactiveModelFields = {
  INTERACTIVE_MODEL: z.string().min(1).optional(),
  INTERACTIVE_MODEL_TIMEOUT_SECONDS: integer(60, 1, 600),
  INTERACTIVE_MODEL_MEMORY_MB: integer(4000, 200, 1_000_000),
};

/** Returns the settings of the interactive segmentation model, or null if there is none. The files are checked later. */
export function getInteractiveModelSettings({
  INTERACTIVE_MODEL: folder,
  INTERACTIVE_MODEL_TIMEOUT_SECONDS: seconds,
  INTERACTIVE_MODEL_MEMORY_MB: megabytes,
}: z.output<z.ZodObject<typeof interactiveModelFields>>): InteractiveModelSettings | null {
  if (folder === undefined) return null;
  return { folder: resolve(folder), timeoutMs: seconds * 1000, maxResidentBytes: megabytes * 1_000_000 };
}
