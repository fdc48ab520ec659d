import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { badField } from '../errors';
import { MeasuredBytes, type Measure } from '../files/measured';
import { messages } from '../errors/messages';
import { KEY_HEADER } from './json';
import { makeUploadFolder } from './upload-folder';

/** A file of a form, on the local disk until its request has been answered. */
export interface UploadedFile extends Measure {
  path: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a multipart form; null where the body was JSON. */
    uploadedFile: UploadedFile | null;
  }
}

const MOST_FIELDS = 30;

export interface FormOptions {
  /** The field that the file comes in. */
  file: string;
  /** Of the body: says which fields are no text. */
  body: z.ZodType;
}

/**
 * Lets the calls of this instance take multipart forms beside JSON: the fields as a JSON body would have them, the file as
 * `request.uploadedFile`, streamed to the disk. What is cut off in the middle leaves nothing behind.
 */
export async function acceptForms(app: FastifyInstance, options: FormOptions): Promise<void> {
  await app.register(multipart);
  app.decorateRequest('uploadedFile', null);
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    // 'close' comes after an answer and after a cut connection alike; the hook onResponse does not run after the latter.
    reply.raw.once('close', () => {
      dropFile(request).catch((error: unknown) => request.log.warn({ err: error }, 'a file was left over'));
    });
    await readForm(request, options);
    if (reply.raw.closed) await dropFile(request);
  });
}

async function readForm(request: FastifyRequest, { file: fileField, body }: FormOptions): Promise<void> {
  const { uploadMaxBytes, uploadBodyLimit } = request.server.deps.config;
  const fields: Record<string, unknown> = {};
  // A byte more than is allowed, so that it is the measuring that refuses and not a file cut short that is taken.
  const limits = { files: 1, fields: MOST_FIELDS, fileSize: uploadMaxBytes + 1, fieldSize: uploadBodyLimit };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = valueOf(part.fieldname, String(part.value), body);
        continue;
      }
      if (part.fieldname !== fileField) throw badField(part.fieldname, messages.noFileField(fileField));
      request.uploadedFile = await keepFile(part.file, uploadMaxBytes);
    }
  } catch (error) {
    await dropFile(request);
    throw error;
  }
  request.body = fields;
  if (request.headers[KEY_HEADER] !== undefined) request.bodyHash = hashOf(fields, request.uploadedFile);
}

async function keepFile(source: AsyncIterable<Uint8Array>, limit: number): Promise<UploadedFile> {
  const folder = await makeUploadFolder();
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

async function dropFile(request: FastifyRequest): Promise<void> {
  if (request.uploadedFile) await rm(dirname(request.uploadedFile.path), { recursive: true, force: true });
}

/** A repeat has another boundary, and may have the fields in another order. */
function hashOf(fields: Record<string, unknown>, file: UploadedFile | null): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, file?.hash]))
    .digest('hex');
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
}

const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** A field's text as the value that JSON would have: true or false, any JSON, or the text. Throws 400. */
function valueOf(name: string, text: string, body: z.ZodType): unknown {
  let def = defOf(defOf(body).shape?.[name] ?? body);
  while (def.innerType) def = defOf(def.innerType);
  if (def.type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (def.type !== 'unknown') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badField(name, messages.badJsonField);
  }
}
