import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readTar } from '../../server/src/operations/releases/tar';

/** Folder of archived releases, such as `annotate-1.0.0.tar.gz` and `host-1.0.0.tar.br`. */
export const ARCHIVES = path.join(__dirname, 'releases');
const NAME = /^([a-z][a-z-]*)-(\d+\.\d+\.\d+)\.tar\.(gz|br)$/;

export interface Archive {
  /** Name of a remote, or `host`. */
  name: string;
  version: string;
  file: string;
}

export function archives(): Archive[] {
  return readdirSync(ARCHIVES).flatMap((file) => {
    const [, name, version] = NAME.exec(file) ?? [];
    return name && version ? [{ name, version, file: path.join(ARCHIVES, file) }] : [];
  });
}

/** Reads the files of an archive. Keys are file names. */
export function filesOf({ file }: Archive): Promise<Map<string, Buffer>> {
  const content = readFileSync(file);
  return readTar(file.endsWith('.br') ? brotliDecompressSync(content) : content);
}
