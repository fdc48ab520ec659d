import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const COMPRESSIBLE_NAME = /\.(js|css|svg|json|wasm)$/;
const COMPRESSED_NAME = /\.(br|gz)$/;
/** Smaller files are not compressed: the HTTP header of the encoding would be longer than the bytes saved. */
const MIN_BYTES = 1024;
/**
 * Larger files are compressed with a lower quality. The best quality takes half a minute for a library of 10 MB, and only makes it 12 %
 * smaller.
 */
const LARGE_BYTES = 2_000_000;
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Returns the decompressed content, or null if it is longer than `byteCount` or cannot be decompressed. */
function inflate(decompress: typeof gunzip, compressed: Uint8Array, byteCount: number): Promise<Buffer | null> {
  return new Promise((resolve) =>
    decompress(compressed, { maxOutputLength: Math.max(1, byteCount) }, (error, content) => resolve(error ? null : content)),
  );
}

/** Whether both compressed files exist, are smaller than the content, and decompress to exactly the content. */
async function areValid(content: Uint8Array, br: Uint8Array | undefined, gz: Uint8Array | undefined): Promise<boolean> {
  if (!br || !gz || Math.max(br.length, gz.length) >= content.length) return false;
  const inflated = await Promise.all([inflate(brotliDecompress, br, content.length), inflate(gunzip, gz, content.length)]);
  return inflated.every((inflatedContent) => inflatedContent?.equals(content));
}

async function compress(
  name: string,
  content: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<[string, Uint8Array][]> {
  if (!COMPRESSIBLE_NAME.test(name) || content.length < MIN_BYTES) return [];
  const existingFiles = [files.get(`${name}.br`), files.get(`${name}.gz`)] as const;
  const [br, gz] = (await areValid(content, ...existingFiles)) ? existingFiles : await compressContent(content);
  return [
    [`${name}.br`, br as Uint8Array],
    [`${name}.gz`, gz as Uint8Array],
  ];
}

function compressContent(content: Uint8Array): Promise<[br: Uint8Array, gz: Uint8Array]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_BYTES ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return Promise.all([brotliAsync(content, { params }), gzipAsync(content, { level: 9 })]);
}

/**
 * Adds a `.br` and a `.gz` file for each compressible file, so that the server never compresses. Existing compressed files are kept if
 * they contain exactly the file, because compressing a library of 10 MB takes 20 s. Otherwise they are replaced: they could contain other
 * code than the checked file.
 */
export async function addCompressedFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const uncompressedFiles = [...files].filter(([name]) => !COMPRESSED_NAME.test(name));
  const compressedFiles = await Promise.all(uncompressedFiles.map(([name, content]) => compress(name, content, files)));
  return new Map([...uncompressedFiles, ...compressedFiles.flat()]);
}
