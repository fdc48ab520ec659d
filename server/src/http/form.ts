import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FormSpec } from '@console/shared-contract/api';
import { MAX_JSON_BYTES } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { badField, HttpError } from '../errors';
import { messages } from '../errors/messages';
import { isNestedTooDeep, KEY_HEADER } from './json';
import { dropUploads, keepUpload, type UploadedFile } from './uploaded-files';

const MOST_FIELDS = 30;
/** Indented, free JSON may be longer than its limit, which is for what it says. */
const LONGEST_JSON = 4 * MAX_JSON_BYTES;

export interface FormOptions {
  /** Says which fields are files. */
  form: FormSpec;
  /** Of the body: says which fields are no text. */
  body: z.ZodType;
}

/**
 * Lets the calls of this instance take multipart forms beside JSON: the fields as a JSON body would have them, the files as
 * `request.uploadedFiles`, streamed to the disk. What is cut off in the middle leaves nothing behind.
 */
export async function acceptForms(app: FastifyInstance, options: FormOptions): Promise<void> {
  await app.register(multipart);
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    // 'close' comes after an answer and after a cut connection alike; the hook onResponse does not run after the latter.
    reply.raw.once('close', () => {
      dropFiles(request).catch((error: unknown) => request.log.warn({ err: error }, 'a file was left over'));
    });
    await readForm(request, options);
    if (reply.raw.closed) await dropFiles(request);
  });
}

async function readForm(request: FastifyRequest, { form, body }: FormOptions): Promise<void> {
  const { uploadMaxBytes, uploadBodyLimit } = request.server.deps.config;
  const fields: Record<string, unknown> = {};
  const files = new Map<string, UploadedFile>();
  const fileFields = [form.file, ...(form.optionalFiles ?? [])];
  request.uploadedFiles = files;
  // A byte more than is allowed, so that it is the measuring that refuses and not a file cut short that is taken.
  const limits = { files: fileFields.length, fields: MOST_FIELDS, fileSize: uploadMaxBytes + 1, fieldSize: uploadBodyLimit };
  let textLength = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        textLength += String(part.value).length;
        if (textLength > uploadBodyLimit) throw new HttpError(413, messages.tooLarge(uploadBodyLimit));
        fields[part.fieldname] = valueOf(part.fieldname, String(part.value), body);
        continue;
      }
      const { fieldname: name, file } = part;
      if (!fileFields.includes(name)) throw badField(name, messages.noFileField(form.file));
      if (files.has(name)) throw badField(name, messages.fileTwice);
      files.set(name, await keepUpload(file, uploadMaxBytes));
    }
  } catch (error) {
    await dropFiles(request);
    throw isParserError(error) ? new HttpError(400, messages.badForm) : error;
  }
  request.body = fields;
  if (request.headers[KEY_HEADER] !== undefined) request.bodyHash = hashOf(fields, files);
}

/** Whether the form is malformed: the parser reports that by plain errors, which have neither a class nor a code of their own. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error);
}

async function dropFiles({ uploadedFiles }: FastifyRequest): Promise<void> {
  await dropUploads(uploadedFiles?.values() ?? []);
}

/** A repeat has another boundary, and may have the fields in another order. */
function hashOf(fields: Record<string, unknown>, files: ReadonlyMap<string, UploadedFile>): string {
  const sorted = <T>(entries: [string, T][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const hashes = sorted([...files].map(([name, { hash }]): [string, string] => [name, hash]));
  return createHash('sha256')
    .update(JSON.stringify([sorted(Object.entries(fields)), hashes]))
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
  if (text.length > LONGEST_JSON) throw badField(name, messages.jsonTooLarge(MAX_JSON_BYTES / 1000));
  if (isNestedTooDeep(text)) throw badField(name, messages.fieldNestedTooDeep);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badField(name, messages.badJsonField);
  }
}
