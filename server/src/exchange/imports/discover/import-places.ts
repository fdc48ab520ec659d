import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Config } from '../../../platform/config';
import { openContent, FileStoreError, createS3Client } from '../../../platform/files/s3/s3-client';
import { UnreadableError } from '../../readers/reader/reader';
import { findChild, findChildren, getChildText, readXmlElements, type XmlElement } from '../../readers/parsing/xml-elements';
import { messages } from '../state/messages';

/** A folder of the server, or a prefix in a bucket, from which the operator allows imports (setting IMPORT_PLACES). */
interface ImportPlace {
  /** As the operator wrote it in the setting. API clients use the same text. */
  name: string;
  kind: 'folder' | 'bucket';
}

const BUCKET_URL = /^s3:\/\/([^/]+)\/?(.*)$/;
export const isBucketLocation = (place: string) => BUCKET_URL.test(place);

export function listImportPlaces({ importPlaces }: Pick<Config, 'importPlaces'>): ImportPlace[] {
  return importPlaces.map((name) => ({ name, kind: isBucketLocation(name) ? 'bucket' : 'folder' }));
}

export function findImportPlace(config: Pick<Config, 'importPlaces'>, name: string): ImportPlace | undefined {
  return listImportPlaces(config).find((importPlace) => importPlace.name === name);
}

interface BucketObject {
  path: string;
  size: number;
  bucket: string;
  key: string;
}

/** Lists the objects of an import place. Throws UnreadableError for a place that is not allowed, FileStoreError for the bucket. */
export async function* listObjects(
  config: Pick<Config, 'importPlaces' | 's3'>,
  { place: importPlace, path }: { place: string; path: string },
): AsyncGenerator<BucketObject> {
  const [, bucket = '', folder = ''] = BUCKET_URL.exec(importPlace) ?? [];
  if (!findImportPlace(config, importPlace)) throw new UnreadableError(`${importPlace} ${messages.placeNotAllowed}.`);
  const segments = [folder, path].map((part) => part.replaceAll(/^\/+|\/+$/g, '')).filter(Boolean);
  const prefix = segments.length > 0 ? `${segments.join('/')}/` : '';
  const sendRequest = createBucketClient(config, bucket);
  for (let continuationToken = ''; ;) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      ...(continuationToken && { 'continuation-token': continuationToken }),
    };
    const response = await sendRequest({ method: 'GET', key: '', query }).catch((error: unknown) => {
      throw toUserError(error, `the bucket ${bucket}`);
    });
    if (!response) throw new UnreadableError(`There is no bucket ${bucket}.`);
    const bucketList = await parseListResult(response);
    // Some S3-compatible servers ignore the parameter `encoding-type`. Servers that support the parameter repeat it in the response.
    const isEncoded = getChildText(bucketList, 'EncodingType') === 'url';
    for (const object of bucketList ? findChildren(bucketList, 'Contents') : []) {
      // The text is not trimmed, because a key may end in a space.
      const encodedKey = findChild(object, 'Key')?.text ?? '';
      const key = isEncoded ? decodeURIComponent(encodedKey.replaceAll('+', ' ')) : encodedKey;
      const size = Number(getChildText(object, 'Size'));
      if (key.startsWith(prefix) && !key.endsWith('/')) yield { path: key.slice(prefix.length), size, bucket, key };
    }
    const nextToken = getChildText(bucketList, 'NextContinuationToken') ?? '';
    if (getChildText(bucketList, 'IsTruncated') !== 'true' || nextToken === '' || nextToken === continuationToken) return;
    continuationToken = nextToken;
  }
}

/** Reads the XML element that contains one page of objects. */
async function parseListResult({ body }: Response): Promise<XmlElement | undefined> {
  if (!body) return undefined;
  for await (const result of readXmlElements(Readable.fromWeb(body as ReadableStream), ['ListBucketResult'])) return result;
  return undefined;
}

/** Opens an object of an import place. Throws FileStoreError, or UnreadableError if the object no longer exists. */
export async function openObject(config: Pick<Config, 's3'>, bucket: string, key: string): Promise<Readable> {
  const response = await createBucketClient(
    config,
    bucket,
  )({ method: 'GET', key }).catch((error: unknown) => {
    throw toUserError(error, 'it');
  });
  if (!response) throw new UnreadableError('The file is no longer in the bucket.');
  return openContent(response);
}

/** Converts errors that the user can fix to UnreadableErrors, which are reported at once and not retried. */
function toUserError(error: unknown, target: string): unknown {
  if (!(error instanceof FileStoreError)) return error;
  const { responseStatus, code } = error;
  if (code === 'NoSuchBucket') return new UnreadableError(`There is no ${target.replace(/^the /, '')}.`);
  if (responseStatus !== 401 && responseStatus !== 403) return error;
  return new UnreadableError(`The S3 server denies read access to ${target} (${code ?? responseStatus}).`);
}

function createBucketClient({ s3 }: Pick<Config, 's3'>, bucket: string) {
  if (!s3) throw new UnreadableError('The server has no S3 settings (S3_ENDPOINT and access keys).');
  return createS3Client({ ...s3, bucket });
}
