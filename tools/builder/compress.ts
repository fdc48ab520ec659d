import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json)$/;
/** Below this the header of the compressed form eats what it saves. */
const MIN_BYTES = 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((data) => writeFile(`${file}.br`, data)),
    gzipped(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
  ]);
}

/** Writes a `.br` and a `.gz` beside each file that gains by it, so that the server never compresses. */
export async function compressFolder(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(files.map((name) => compressFile(path.join(dir, name))));
}
