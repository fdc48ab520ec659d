import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config';
import { HttpError } from '../../../platform/errors';
import type { Caller } from '../../../platform/access/caller';
import type { Deps } from '../../../platform/http/deps';
import { convertIfNeeded } from '../../../platform/images/accept';
import { fetchImage } from '../../../platform/images/fetch-image';
import { createOwnImageReader, type OwnImageReader } from '../../../platform/images/own-image';
import { decodeBase64 } from '../../../platform/images/base64';
import type { ImageRecord } from './back-end';
import { messages } from './messages';

/** A record of a prediction call as the caller sent it. */
export interface RequestRecord {
  _url?: string;
  _base64?: string;
  [field: string]: unknown;
}

/**
 * Loads the images of all records. Files of this server are read from its store, others are downloaded from allowed hosts only.
 * Model servers never download images. The result is null for a URL that currently provides no image, so
 * that the other records still succeed. Throws 400 with the index of a record that is invalid.
 */
export function loadRecords(
  records: readonly RequestRecord[],
  deps: Deps,
  { user, request }: { user: Caller; request: FastifyRequest },
): Promise<(ImageRecord | null)[]> {
  const readOwnImage = createOwnImageReader(deps, user);
  return Promise.all(
    records.map(async ({ _url, _base64, ...rest }, index) => {
      const file = request.uploadedFiles?.get(`records.${index}`);
      if (!file && _base64 === undefined && _url === undefined) throw new HttpError(400, messages.noImage(index));
      const image = file
        ? await readFile(file.path)
        : _base64 === undefined
          ? await readUrl(_url ?? '', index, readOwnImage, deps.config)
          : decodeRecord(_base64, index);
      return image && { ...rest, _base64: (await convertIfNeeded(image, deps.config.maxPixels)).toString('base64') };
    }),
  );
}

/** Predicts the records whose images were loaded. Returns one result per record; null for a record without an image. */
export async function predictRecords<T>(
  records: readonly (ImageRecord | null)[],
  predict: (loaded: ImageRecord[]) => Promise<readonly (T | null)[]>,
): Promise<(T | null)[]> {
  const loadedRecords = records.filter((record) => record !== null);
  const results = loadedRecords.length > 0 ? await predict(loadedRecords) : [];
  let nextIndex = 0;
  return records.map((record) => record && (results[nextIndex++] ?? null));
}

export function withoutImage({ _base64: _, ...rest }: RequestRecord): Record<string, unknown> {
  return rest;
}

function decodeRecord(text: string, index: number): Buffer {
  try {
    return decodeBase64(text);
  } catch {
    throw new HttpError(400, messages.notBase64(index));
  }
}

async function readUrl(
  url: string,
  index: number,
  readOwnImage: OwnImageReader,
  config: Pick<Config, 'uploadHosts' | 'uploadMaxBytes'>,
): Promise<Buffer | null> {
  const ownBytes = await readOwnImage(url);
  if (ownBytes) return ownBytes;
  if (!URL.canParse(url) || !config.uploadHosts.includes(new URL(url).host)) throw new HttpError(400, messages.notAllowed(index));
  try {
    return await fetchImage(url, config.uploadHosts, config.uploadMaxBytes);
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw error;
    return null;
  }
}
