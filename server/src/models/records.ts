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
 * uploads are allowed from, and the model server is never told to fetch anything itself. Null for one whose address gives no
 * picture now: it is no fault of the others. Throws 400 naming the record for what can never be one.
 */
export function loadRecords(
  records: readonly SentRecord[],
  deps: Deps,
  { user, request }: { user: Caller; request: FastifyRequest },
): Promise<(PictureRecord | null)[]> {
  const readOwn = ownPictures(deps, user);
  return Promise.all(
    records.map(async ({ _url, _base64, ...rest }, index) => {
      const file = request.uploadedFiles?.get(`records.${index}`);
      if (file) return { ...rest, _base64: await readFile(file.path, 'base64') };
      if (_base64 !== undefined) return { ...rest, _base64: plainBase64(_base64, index) };
      if (_url === undefined) throw new HttpError(400, messages.noPicture(index));
      const picture = await readAddress(_url, index, readOwn, deps.config);
      return picture && { ...rest, _base64: picture.toString('base64') };
    }),
  );
}

/** What is said of the records whose pictures are there, in the place of each; null for the others. */
export async function sayOf<T>(
  records: readonly (PictureRecord | null)[],
  ask: (read: PictureRecord[]) => Promise<readonly (T | null)[]>,
): Promise<(T | null)[]> {
  const read = records.filter((record) => record !== null);
  const said = read.length > 0 ? await ask(read) : [];
  let next = 0;
  return records.map((record) => record && (said[next++] ?? null));
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
): Promise<Buffer | null> {
  const own = await readOwn(address);
  if (own) return own;
  if (!URL.canParse(address) || !config.uploadHosts.includes(new URL(address).host))
    throw new HttpError(400, messages.notAllowed(index));
  try {
    return await fetchPicture(address, config.uploadHosts, config.uploadMaxBytes);
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw error;
    return null;
  }
}
