import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Config } from '../../../config';
import { contentOf, FileStoreError, s3Client } from '../../../files/s3-client';
import { UnreadableError } from '../../readers/reader';
import { findChild, findChildren, getChildText, readXmlElements, type XmlElement } from '../../readers/xml-elements';
import { messages } from '../state/messages';

/** A folder of the server, or a prefix of a bucket, that the operator lets imports read. */
export interface ImportPlace {
  /** As the operator wrote it, and as a caller names it. */
  name: string;
  kind: 'folder' | 'bucket';
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*)$/;
export const isBucket = (place: string) => BUCKET.test(place);

/** Those of the setting IMPORT_PLACES. */
export function listImportPlaces({ importPlaces }: Pick<Config, 'importPlaces'>): ImportPlace[] {
  return importPlaces.map((name) => ({ name, kind: isBucket(name) ? 'bucket' : 'folder' }));
}

export function findImportPlace(config: Pick<Config, 'importPlaces'>, name: string): ImportPlace | undefined {
  return listImportPlaces(config).find((place) => place.name === name);
}

export interface BucketObject {
  path: string;
  size: number;
  bucket: string;
  key: string;
}

/** The objects below a place, by the path within it. Throws UnreadableError where the place is none, FileStoreError of the bucket. */
export async function* listObjects(
  config: Pick<Config, 'importPlaces' | 's3'>,
  { place, path }: { place: string; path: string },
): AsyncGenerator<BucketObject> {
  const [, bucket = '', folder = ''] = BUCKET.exec(place) ?? [];
  if (!findImportPlace(config, place)) throw new UnreadableError(`${place} ${messages.noPlace}.`);
  const below = [folder, path].map((part) => part.replaceAll(/^\/+|\/+$/g, '')).filter(Boolean);
  const prefix = below.length > 0 ? `${below.join('/')}/` : '';
  const send = clientOf(config, bucket);
  for (let token = ''; ;) {
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(token && { 'continuation-token': token }) };
    const response = await send({ method: 'GET', key: '', query }).catch((error: unknown) => {
      throw refusalOf(error, `the bucket ${bucket}`);
    });
    if (!response) throw new UnreadableError(`There is no bucket ${bucket}.`);
    const result = await resultOf(response);
    // Not every S3-compatible server does as it is asked; one that does says so.
    const isEncoded = getChildText(result, 'EncodingType') === 'url';
    for (const object of result ? findChildren(result, 'Contents') : []) {
      // No part of it is trimmed: a key may end in a space.
      const written = findChild(object, 'Key')?.text ?? '';
      const key = isEncoded ? decodeURIComponent(written.replaceAll('+', ' ')) : written;
      const size = Number(getChildText(object, 'Size'));
      if (key.startsWith(prefix) && !key.endsWith('/')) yield { path: key.slice(prefix.length), size, bucket, key };
    }
    const next = getChildText(result, 'NextContinuationToken') ?? '';
    if (getChildText(result, 'IsTruncated') !== 'true' || next === '' || next === token) return;
    token = next;
  }
}

/** The list of one answer: as many objects as a server gives at once. */
async function resultOf({ body }: Response): Promise<XmlElement | undefined> {
  if (!body) return undefined;
  for await (const result of readXmlElements(Readable.fromWeb(body as ReadableStream), ['ListBucketResult'])) return result;
  return undefined;
}

/** An object of a bucket that a place names. Throws FileStoreError; UnreadableError where it is gone. */
export async function openObject(config: Pick<Config, 's3'>, bucket: string, key: string): Promise<Readable> {
  const response = await clientOf(
    config,
    bucket,
  )({ method: 'GET', key }).catch((error: unknown) => {
    throw refusalOf(error, 'it');
  });
  if (!response) throw new UnreadableError('It is no longer in the bucket.');
  return contentOf(response);
}

/** What a person can do something about is said at once, and not tried again. */
function refusalOf(error: unknown, what: string): unknown {
  if (!(error instanceof FileStoreError)) return error;
  const { answered, code } = error;
  if (code === 'NoSuchBucket') return new UnreadableError(`There is no ${what.replace(/^the /, '')}.`);
  if (answered !== 401 && answered !== 403) return error;
  return new UnreadableError(`The S3 server does not let this server read ${what} (${code ?? answered}).`);
}

function clientOf({ s3 }: Pick<Config, 's3'>, bucket: string) {
  if (!s3) throw new UnreadableError('The server has no S3 settings (S3_ENDPOINT and the keys).');
  return s3Client({ ...s3, bucket });
}
