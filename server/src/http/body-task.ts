import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_JSON_DEPTH } from '@console/shared-contract/limits';
import { NeedsGrant, type BodyInput, type BodyOutput } from '../children/task';
import { badField, HttpError } from '../errors';
import { messages } from '../errors/messages';
import { decodeBase64 } from '../pictures/base64';
import { isNestedTooDeep } from './json';

/** Bytes, text, what is parsed and a picture's bytes: measured, 4.2 times the body. */
const FACTOR = 5;
/** Of what is not a picture. */
const MOST_BESIDES = 2_000_000;

/** Parses the large JSON body of an upload, and writes its pictures to files. Throws 400 or 413. */
export async function bodyTask({ path, folder }: BodyInput, grant: number): Promise<BodyOutput> {
  const { size } = await stat(path);
  if (size * FACTOR > grant) throw new NeedsGrant(size * FACTOR);
  const body = parse(await readFile(path, 'utf8'));
  const pictures: BodyOutput['pictures'] = [];
  for (const { of, name, field } of picturesIn(body)) {
    const bytes = read(String(of[name]), field);
    of[name] = '';
    const file = { field, path: join(folder, `picture-${pictures.length}`), size: bytes.length };
    await writeFile(file.path, bytes, { mode: 0o600 });
    pictures.push({ ...file, hash: createHash('sha256').update(bytes).digest('hex') });
  }
  const json = JSON.stringify(body);
  if (json.length > MOST_BESIDES) throw new HttpError(413, messages.tooMuchBesides(MOST_BESIDES));
  return { json, pictures };
}

function parse(text: string): unknown {
  if (isNestedTooDeep(text)) throw new HttpError(400, messages.nestedTooDeep(MAX_JSON_DEPTH.body));
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, messages.badJson);
  }
}

type Fields = Record<string, unknown>;

/** Where the contract's uploads have pictures: two fields of the body, and one of each record. */
function picturesIn(body: unknown): { of: Fields; name: string; field: string }[] {
  if (!isObject(body)) return [];
  const records = Array.isArray(body.records) ? body.records : [];
  const places = [
    ...['base64', 'foreground_mask'].map((name) => ({ of: body, name, field: name })),
    ...records.map((of: unknown, index) => ({ of, name: '_base64', field: `records.${index}` })),
  ];
  return places.filter((place): place is { of: Fields; name: string; field: string } => {
    const { of, name } = place;
    return isObject(of) && Object.hasOwn(of, name) && typeof of[name] === 'string' && of[name] !== '';
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(text: string, field: string): Buffer {
  try {
    return decodeBase64(text);
  } catch {
    throw badField(field, messages.isNotBase64);
  }
}
