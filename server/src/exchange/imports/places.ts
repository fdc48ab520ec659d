import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Config } from '../../config';
import { s3Client } from '../../files/s3-client';
import { UnreadableError } from '../readers/reader';
import { messages } from './messages';

/** A folder of the server, or a prefix of a bucket, that the operator lets imports read. */
export interface Place {
  /** As the operator wrote it, and as a caller names it. */
  name: string;
  kind: 'folder' | 'bucket';
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*)$/;
export const isBucket = (place: string) => BUCKET.test(place);

/** Those of the setting IMPORT_PLACES. */
export function placesOf({ importPlaces }: Pick<Config, 'importPlaces'>): Place[] {
  return importPlaces.map((name) => ({ name, kind: isBucket(name) ? 'bucket' : 'folder' }));
}

export function findPlace(config: Pick<Config, 'importPlaces'>, name: string): Place | undefined {
  return placesOf(config).find((place) => place.name === name);
}

export interface FoundObject {
  path: string;
  size: number;
  bucket: string;
  key: string;
}

/** The objects below a place, by the path within it. Throws UnreadableError where the place is none, FileStoreError of the bucket. */
export async function* objectsOf(
  config: Pick<Config, 'importPlaces' | 's3'>,
  { place, path }: { place: string; path: string },
): AsyncGenerator<FoundObject> {
  const [, bucket = '', folder = ''] = BUCKET.exec(place) ?? [];
  if (!findPlace(config, place)) throw new UnreadableError(`${place} ${messages.noPlace}.`);
  const below = [folder, path].map((part) => part.replaceAll(/^\/+|\/+$/g, '')).filter(Boolean);
  const prefix = below.length > 0 ? `${below.join('/')}/` : '';
  const send = clientOf(config, bucket);
  for (let token = ''; ;) {
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(token && { 'continuation-token': token }) };
    const response = await send({ method: 'GET', key: '', query });
    if (!response) throw new UnreadableError(`There is no bucket ${bucket}.`);
    const text = await response.text();
    for (const [, object = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = decodeURIComponent((field(object, 'Key') ?? '').replaceAll('+', ' '));
      const size = Number(field(object, 'Size'));
      if (key.startsWith(prefix) && !key.endsWith('/')) yield { path: key.slice(prefix.length), size, bucket, key };
    }
    const next = field(text, 'NextContinuationToken') ?? '';
    if (field(text, 'IsTruncated') !== 'true' || next === '' || next === token) return;
    token = next;
  }
}

/** An object of a bucket that a place names. Throws FileStoreError; UnreadableError where it is gone. */
export async function openObject(config: Pick<Config, 's3'>, bucket: string, key: string): Promise<Readable> {
  const response = await clientOf(config, bucket)({ method: 'GET', key });
  if (!response?.body) throw new UnreadableError('It is no longer in the bucket.');
  return Readable.fromWeb(response.body as ReadableStream);
}

function clientOf({ s3 }: Pick<Config, 's3'>, bucket: string) {
  if (!s3) throw new UnreadableError('The server has no S3 settings (S3_ENDPOINT and the keys).');
  return s3Client({ ...s3, bucket });
}

const field = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
