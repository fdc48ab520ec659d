import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json)$/;
const COMPRESSED = /\.(br|gz)$/;
/** Below this the header of the compressed form eats what it saves. */
const MIN_BYTES = 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function formsOf(name: string, content: Uint8Array): Promise<[string, Uint8Array][]> {
  if (!COMPRESSIBLE.test(name) || content.length < MIN_BYTES) return [];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  return [
    [`${name}.br`, br],
    [`${name}.gz`, gz],
  ];
}

/** The files of a build without compressed forms, which anyone could have made of other code. */
export function withoutCompressedForms<T>(files: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...files].filter(([name]) => !COMPRESSED.test(name)));
}

/**
 * The files with a `.br` and a `.gz` beside each that gains by it, so that the server never compresses. Forms that came
 * with them are made anew.
 */
export async function withCompressedForms(files: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const plain = withoutCompressedForms<Uint8Array>(files);
  const forms = await Promise.all([...plain].map(([name, content]) => formsOf(name, content)));
  return new Map([...plain, ...forms.flat()]);
}
