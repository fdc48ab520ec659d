import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MeasuredBytes, type SizeAndHash } from '../../files/measured-bytes';
import { createUploadFolder } from '../../files/upload-folder';

/** A file of a request. It is stored on the local disk until the response is sent. */
export interface UploadedFile extends SizeAndHash {
  path: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a multipart form, or the images of a large JSON body, by field name. Null for all other requests. */
    uploadedFiles: ReadonlyMap<string, UploadedFile> | null;
  }
}

/** Streams to a new temporary folder on the local disk. Throws 413 above `limit` bytes and deletes the partial file. */
export async function storeUpload(source: AsyncIterable<Uint8Array>, limit: number): Promise<UploadedFile> {
  const folder = await createUploadFolder();
  try {
    const path = join(folder, 'file');
    const bytes = new MeasuredBytes(source, limit);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return { path, ...bytes.measure() };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Handles the files of a request with `work` and deletes them after the response. Listens to the event 'close', because the hook
 * onResponse does not run after an interrupted connection.
 */
export async function withDeletionAfterResponse<T>(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  listFiles: () => Iterable<UploadedFile>,
  work: () => Promise<T>,
): Promise<T> {
  response.once('close', () => {
    deleteUploads(listFiles()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a temporary file could not be deleted'),
    );
  });
  const result = await work();
  if (response.closed) await deleteUploads(listFiles());
  return result;
}

/** Deletes uploaded files together with their folders. */
export async function deleteUploads(files: Iterable<UploadedFile>): Promise<void> {
  for (const { path } of files) await rm(dirname(path), { recursive: true, force: true });
}
