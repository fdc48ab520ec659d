import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_JSON_DEPTH } from '@console/shared-contract/limits';
import { LargerGrantRequired, type BodyInput, type BodyOutput } from '../../children/task';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';
import { decodeBase64 } from '../../images/base64';
import { isTooDeeplyNested } from './json';

/** Memory per byte of the body for bytes, text, parsed JSON and decoded base64. Measured: 4.2. */
const MEMORY_FACTOR = 5;
/** Maximum size of the JSON without its images. */
const MAX_JSON_LENGTH = 2_000_000;

/** Parses the large JSON body of an upload and writes its images to files. Throws 400 or 413. */
export async function parseBody({ path, folder }: BodyInput, grant: number): Promise<BodyOutput> {
  const { size } = await stat(path);
  if (size * MEMORY_FACTOR > grant) throw new LargerGrantRequired(size * MEMORY_FACTOR);
  const body = parseJson(await readFile(path, 'utf8'));
  const imageFiles: BodyOutput['images'] = [];
  for (const { container, name, field } of listImages(body)) {
    const bytes = decodeBase64(String(container[name]), field);
    container[name] = '';
    const file = { field, path: join(folder, `picture-${imageFiles.length}`), size: bytes.length };
    await writeFile(file.path, bytes, { mode: 0o600 });
    imageFiles.push({ ...file, hash: createHash('sha256').update(bytes).digest('hex') });
  }
  const json = JSON.stringify(body);
  if (json.length > MAX_JSON_LENGTH) throw new HttpError(413, messages.bodyTooLargeWithoutImages(MAX_JSON_LENGTH));
  return { json, images: imageFiles };
}

function parseJson(text: string): unknown {
  if (isTooDeeplyNested(text)) throw new HttpError(400, messages.nestedTooDeep(MAX_JSON_DEPTH.body));
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, messages.badJson);
  }
}

type Fields = Record<string, unknown>;

/** Lists the fields in which uploads of the contract contain images: two of the body and one of each record. */
function listImages(body: unknown): { container: Fields; name: string; field: string }[] {
  if (!isObject(body)) return [];
  const records = Array.isArray(body.records) ? body.records : [];
  const fields = [
    ...['base64', 'foreground_mask'].map((name) => ({ container: body, name, field: name })),
    ...records.map((container: unknown, index) => ({ container, name: '_base64', field: `records.${index}` })),
  ];
  return fields.filter((field): field is { container: Fields; name: string; field: string } => {
    const { container, name } = field;
    return isObject(container) && Object.hasOwn(container, name) && typeof container[name] === 'string' && container[name] !== '';
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
