import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import type { FileStore } from '../files/store';
import { HttpError } from '../errors';
import { fetchPicture } from '../pictures/fetch-picture';
import { decodeBase64 } from '../pictures/base64';
import type { PictureRecord } from './back-end';
import { messages } from './messages';

/** A record of a prediction call as it comes in. */
export interface SentRecord {
  _url?: string;
  _base64?: string;
  [field: string]: unknown;
}

/**
 * The records with their pictures in them: a file of this server is read from its store, another address only where
 * uploads are allowed from, and the model server is never told to fetch anything itself. Throws 400 naming the record.
 */
export function loadRecords(
  records: readonly SentRecord[],
  files: FileStore,
  config: Pick<Config, 'uploadHosts' | 'uploadMaxBytes'>,
  uploaded: FastifyRequest['uploadedFiles'],
): Promise<PictureRecord[]> {
  return Promise.all(
    records.map(async ({ _url, _base64, ...rest }, index) => {
      const file = uploaded?.get(`records.${index}`);
      if (file) return { ...rest, _base64: await readFile(file.path, 'base64') };
      if (_base64 !== undefined) return { ...rest, _base64: plainBase64(_base64, index) };
      if (_url === undefined) throw new HttpError(400, messages.noPicture(index));
      return { ...rest, _base64: (await readAddress(_url, index, files, config)).toString('base64') };
    }),
  );
}

/** A record as it is answered: what was sent, without the picture. */
export function withoutPicture({ _base64: _, ...rest }: SentRecord): Record<string, unknown> {
  return rest;
}

function plainBase64(text: string, index: number): string {
  try {
    return decodeBase64(text).toString('base64');
  } catch {
    throw new HttpError(400, messages.notBase64(index));
  }
}

async function readAddress(
  address: string,
  index: number,
  files: FileStore,
  config: Pick<Config, 'uploadHosts' | 'uploadMaxBytes'>,
): Promise<Buffer> {
  // The key in the address is the permission to the file, whatever name this server is reached by.
  const key = /^https?:\/\/[^/]+\/api\/files\/([^/?#]+)$/.exec(address)?.[1];
  const own = key && (await files.read(key));
  if (own) return own;
  if (key || !URL.canParse(address) || !config.uploadHosts.includes(new URL(address).host))
    throw new HttpError(400, messages.notAllowed(index));
  try {
    return await fetchPicture(address, config.uploadHosts, config.uploadMaxBytes);
  } catch (error) {
    throw error instanceof HttpError && error.status === 413 ? error : new HttpError(400, messages.noFile(index));
  }
}
