import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { HttpError } from '../errors';
import type { Caller } from '../access/caller';
import type { Deps } from '../http/deps';
import { fetchPicture } from '../pictures/fetch-picture';
import { ownPictures, type ReadOwn } from '../pictures/own-picture';
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
  deps: Deps,
  { user, request }: { user: Caller; request: FastifyRequest },
): Promise<PictureRecord[]> {
  const readOwn = ownPictures(deps, user);
  return Promise.all(
    records.map(async ({ _url, _base64, ...rest }, index) => {
      const file = request.uploadedFiles?.get(`records.${index}`);
      if (file) return { ...rest, _base64: await readFile(file.path, 'base64') };
      if (_base64 !== undefined) return { ...rest, _base64: plainBase64(_base64, index) };
      if (_url === undefined) throw new HttpError(400, messages.noPicture(index));
      return { ...rest, _base64: (await readAddress(_url, index, readOwn, deps.config)).toString('base64') };
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
  readOwn: ReadOwn,
  config: Pick<Config, 'uploadHosts' | 'uploadMaxBytes'>,
): Promise<Buffer> {
  const own = await readOwn(address);
  if (own) return own;
  if (!URL.canParse(address) || !config.uploadHosts.includes(new URL(address).host))
    throw new HttpError(400, messages.notAllowed(index));
  try {
    return await fetchPicture(address, config.uploadHosts, config.uploadMaxBytes);
  } catch (error) {
    throw error instanceof HttpError && error.status === 413 ? error : new HttpError(400, messages.noFile(index));
  }
}
