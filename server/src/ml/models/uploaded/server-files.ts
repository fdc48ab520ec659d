import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FILE_FORM } from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config';
import { badField } from '../../../platform/errors';
import { messages } from './messages';

/** A file in the folder of models that the operator offers. */
interface ServerFile {
  name: string;
  bytes: number;
  path: string;
}

/** Lists the ONNX files of a folder that are small enough to be checked, by name. A missing folder is empty. */
export async function listServerFiles(folder: string | null): Promise<ServerFile[]> {
  if (folder === null) return [];
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.toLowerCase().endsWith('.onnx')).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      return found?.isFile() && found.size <= MODEL_FILE_FORM.maxBytes ? [{ name, bytes: found.size, path }] : [];
    }),
  );
  return files.flat();
}

/** Returns the file of the operator's folder with a name, or the uploaded file without a name. Throws 400 if it is missing. */
export async function findModelFile(
  { modelsDir }: Pick<Config, 'modelsDir'>,
  { uploadedFiles }: FastifyRequest,
  name: string | undefined,
): Promise<{ path: string; bytes: number }> {
  if (name !== undefined) {
    const file = (await listServerFiles(modelsDir)).find((each) => each.name === name);
    if (!file) throw badField('server_file', messages.noServerFile);
    return file;
  }
  const file = uploadedFiles?.get(MODEL_FILE_FORM.file);
  if (!file) throw badField(MODEL_FILE_FORM.file, messages.noFile);
  return { path: file.path, bytes: file.size };
}
