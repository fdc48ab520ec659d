import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|wasm)$/;
const COMPRESSED = /\.(br|gz)$/;
/** For smaller files the HTTP header of the encoding costs more than compression saves. */
const MIN_BYTES = 1024;
/** The best quality takes half a minute for a library of 10 MB, and makes it 12 % smaller than the quality for large files. */
const LARGE_BYTES = 2_000_000;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The release command compresses the files of a release for its checks, and publishes the same files. */
const formsByContent = new WeakMap<Uint8Array, Promise<{ br: Uint8Array; gz: Uint8Array }>>();

async function compress(name: string, content: Uint8Array): Promise<[string, Uint8Array][]> {
  if (!COMPRESSIBLE.test(name) || content.length < MIN_BYTES) return [];
  const forms = formsByContent.get(content) ?? compressContent(content);
  formsByContent.set(content, forms);
  const { br, gz } = await forms;
  return [
    [`${name}.br`, br],
    [`${name}.gz`, gz],
  ];
}

async function compressContent(content: Uint8Array): Promise<{ br: Uint8Array; gz: Uint8Array }> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_BYTES ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  return { br, gz };
}

/** Removes compressed files from a build, because they could contain other code than the checked files. */
export function removeCompressedFiles<T>(files: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...files].filter(([name]) => !COMPRESSED.test(name)));
}

/**
 * Adds a `.br` and a `.gz` file for each compressible file, so that the server never compresses. Existing compressed files
 * are replaced.
 */
export async function addCompressedFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const plain = removeCompressedFiles<Uint8Array>(files);
  const forms = await Promise.all([...plain].map(([name, content]) => compress(name, content)));
  return new Map([...plain, ...forms.flat()]);
}
