import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { IMAGE_FORM } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { runInChild } from '../../children/pool';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';
import { JSON_TYPE, IDEMPOTENCY_KEY_HEADER } from './json';
import { storeUpload, withDeletionAfterResponse, type UploadedFile } from './uploaded-files';

/** Bodies up to this size are parsed in the server process, which takes about 10 ms. */
const MAX_LOCAL_PARSE_BYTES = 1_000_000;

/**
 * Makes the routes of this instance accept large JSON bodies, which are streamed to the disk and parsed in a child process (ADR 0037).
 * Images in the body become `request.uploadedFiles`, as with a form. The parsed body has an empty text in place of each image.
 */
export function acceptLargeBodies(app: FastifyInstance): void {
  const hashes = new WeakMap<FastifyRequest, string>();
  app.addHook('preParsing', async (request, reply, payload) => {
    const limit = request.routeOptions.bodyLimit ?? 0;
    const declaredLength = Number(request.headers['content-length'] ?? NaN);
    const isJson = request.headers['content-type']?.startsWith(JSON_TYPE);
    // Leave a body above the limit to the parser of small bodies, which refuses it.
    if (!isJson || declaredLength <= MAX_LOCAL_PARSE_BYTES || declaredLength > limit) return payload;
    const body = await storeUpload(keepOpen(payload), limit);
    hashes.set(request, body.hash);
    const json = await withDeletionAfterResponse(
      request,
      reply,
      () => [body],
      () => parseInChild(request, body),
    );
    const jsonPayload: RequestPayload = Readable.from([Buffer.from(json)]);
    jsonPayload.receivedEncodedLength = body.size;
    return jsonPayload;
  });
  app.addHook('preValidation', async (request) => {
    if (request.headers[IDEMPOTENCY_KEY_HEADER] !== undefined) request.bodyHash = hashes.get(request) ?? request.bodyHash;
  });
}

/** Returns the JSON without its images, which become files of the request. */
async function parseInChild(request: FastifyRequest, body: UploadedFile): Promise<string> {
  const { json, images } = await runInChild('body', { path: body.path, folder: dirname(body.path) });
  await rm(body.path, { force: true });
  const maxBytes = request.server.deps.config.uploadMaxBytes;
  if (images.some(({ size }) => size > maxBytes)) throw new HttpError(413, messages.tooLarge(maxBytes));
  // Handlers expect the image of the field `base64` under the name that it has in a form.
  request.uploadedFiles = new Map(images.map(({ field, ...file }) => [field === 'base64' ? IMAGE_FORM.file : field, file]));
  return json;
}

/** Reads a stream without destroying it after an error, which would disconnect the client before it gets the response. */
function keepOpen(payload: RequestPayload): AsyncIterable<Uint8Array> {
  return payload instanceof Readable ? payload.iterator({ destroyOnReturn: false }) : payload;
}
