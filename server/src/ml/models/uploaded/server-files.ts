import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FILE_FORM } from '@console/shared-contract/api';

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
