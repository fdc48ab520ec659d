import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INTERACTIVE_MODEL_FORM, MODEL_FILE_FORM } from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config';
import { createFieldError } from '../../../platform/errors';
import { messages } from './messages';

/** A file, or a folder with the files of a model, in the folder of models that the operator offers. */
interface ServerFile {
  name: string;
  bytes: number;
  path: string;
}

/** Lists the ONNX files of a folder that are small enough to be checked, by name. A missing folder is empty. */
export async function listServerFiles(folder: string | null): Promise<ServerFile[]> {
  if (folder === null) return [];
  const names = (await listNames(folder)).filter((name) => name.toLowerCase().endsWith('.onnx'));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await getFileSize(path, MODEL_FILE_FORM.maxBytes);
      return bytes === null ? [] : [{ name, bytes, path }];
    }),
  );
  return files.flat();
}

/** Lists the folders of a folder that contain the files of an interactive segmentation model, by name. A missing folder is empty. */
export async function listInteractiveFolders(folder: string | null): Promise<ServerFile[]> {
  if (folder === null) return [];
  const folders = await Promise.all(
    (await listNames(folder)).map(async (name) => {
      const path = join(folder, name);
      const sizes = await Promise.all(INTERACTIVE_FILES.map(([file, maxBytes]) => getFileSize(join(path, file), maxBytes)));
      return sizes.every((size) => size !== null) ? [{ name, bytes: sizes.reduce((sum, size) => sum + size, 0), path }] : [];
    }),
  );
  return folders.flat();
}

/** The files of an interactive segmentation model, with the maximum size of each. */
const INTERACTIVE_FILES = [
  ['encoder.onnx', INTERACTIVE_MODEL_FORM.maxBytes],
  ['decoder.onnx', INTERACTIVE_MODEL_FORM.maxBytes],
  ['model.json', 20_000],
] as const;

const listNames = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

/** Returns the size of a file in bytes, or null if it is missing or larger than the limit. */
async function getFileSize(path: string, maxBytes: number): Promise<number | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() && stats.size <= maxBytes ? stats.size : null;
}

/** Finds the interactive segmentation model with this name in the operator's folder and returns its folder. Throws 400 if it is missing. */
export async function findInteractiveFolder({ modelsDir }: Pick<Config, 'modelsDir'>, name: string): Promise<string> {
  const folder = (await listInteractiveFolders(modelsDir)).find((each) => each.name === name);
  if (!folder) throw createFieldError('server_file', messages.noServerFile);
  return folder.path;
}

/** Returns the model file with this name in the operator's folder; without a name, the uploaded file. Throws 400 if the file is missing. */
export async function findModelFile(
  { modelsDir }: Pick<Config, 'modelsDir'>,
  { uploadedFiles }: FastifyRequest,
  name: string | undefined,
): Promise<{ path: string; bytes: number }> {
  if (name !== undefined) {
    const file = (await listServerFiles(modelsDir)).find((candidate) => candidate.name === name);
    if (!file) throw createFieldError('server_file', messages.noServerFile);
    return file;
  }
  const file = uploadedFiles?.get(MODEL_FILE_FORM.file);
  if (!file) throw createFieldError(MODEL_FILE_FORM.file, messages.noFile);
  return { path: file.path, bytes: file.size };
}
