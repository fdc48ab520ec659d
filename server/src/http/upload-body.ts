import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { IMAGE_FORM } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { inChild } from '../children/pool';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';
import { JSON_TYPE, KEY_HEADER } from './json';
import { dropUploads, keepUpload, type UploadedFile } from './uploaded-files';

/** Up to here a body is parsed where it is, in a hundredth of a second. */
const MOST_PARSED_HERE = 1_000_000;

/**
 * Lets the calls of this instance take large JSON bodies: streamed to the disk and parsed in a child (ADR 0036), with their
 * pictures as `request.uploadedFiles`, as if they had come in a form. In the body, an empty text stands for each.
 */
export function acceptLargeBodies(app: FastifyInstance): void {
  const hashes = new WeakMap<FastifyRequest, string>();
  app.addHook('preParsing', async (request, reply, payload) => {
    const limit = request.routeOptions.bodyLimit ?? 0;
    const announced = Number(request.headers['content-length'] ?? NaN);
    const isJson = request.headers['content-type']?.startsWith(JSON_TYPE);
    // More than the limit is refused by who reads the body.
    if (!isJson || announced <= MOST_PARSED_HERE || announced > limit) return payload;
    const body = await keepUpload(payload, limit).catch((error: unknown) => {
      // What is still to come is read by nobody, and who has gone meanwhile would not be noticed.
      reply.header('connection', 'close');
      throw error;
    });
    // 'close' comes after an answer and after a cut connection alike; the hook onResponse does not run after the latter.
    const drop = () => dropUploads([body]);
    reply.raw.once('close', () => {
      drop().catch((error: unknown) => request.log.warn({ err: error }, 'a file was left over'));
    });
    hashes.set(request, body.hash);
    const json = await parsedInChild(request, body);
    if (reply.raw.closed) await drop();
    const small: RequestPayload = Readable.from([Buffer.from(json)]);
    small.receivedEncodedLength = body.size;
    return small;
  });
  app.addHook('preValidation', async (request) => {
    if (request.headers[KEY_HEADER] !== undefined) request.bodyHash = hashes.get(request) ?? request.bodyHash;
  });
}

/** The JSON without its pictures, which become files of the request. */
async function parsedInChild(request: FastifyRequest, body: UploadedFile): Promise<string> {
  const { json, pictures } = await inChild('body', { path: body.path, folder: dirname(body.path) });
  await rm(body.path, { force: true });
  const most = request.server.deps.config.uploadMaxBytes;
  if (pictures.some(({ size }) => size > most)) throw new HttpError(413, messages.tooLarge(most));
  // The file of a form and the field `base64` are the same picture to who takes it.
  request.uploadedFiles = new Map(pictures.map(({ field, ...file }) => [field === 'base64' ? IMAGE_FORM.file : field, file]));
  return json;
}
