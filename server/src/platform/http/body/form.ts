import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FormSpec } from '@console/shared-contract/api';
import { MAX_JSON_BYTES } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createFieldError, HttpError } from '../../errors';
import { messages } from '../../errors/messages';
import { isTooDeeplyNested, IDEMPOTENCY_KEY_HEADER } from './json';
import { deleteUploads, storeUpload, withDeletionAfterResponse, type UploadedFile } from './uploaded-files';

const MAX_FIELDS = 30;
/** Indented JSON may be longer than the limit, which applies to the JSON without white space. */
const MAX_JSON_TEXT = 4 * MAX_JSON_BYTES;

interface FormOptions {
  /** Declares which fields are files. */
  form: FormSpec;
  /** Schema of the body. It declares which fields are not text. */
  body: z.ZodType;
}

/**
 * Makes the routes of this instance accept multipart forms in addition to JSON. Fields become the JSON body.
 * Files are streamed to the disk and become `request.uploadedFiles`. An interrupted upload leaves no files behind.
 */
export async function acceptForms(app: FastifyInstance, options: FormOptions): Promise<void> {
  await app.register(multipart);
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    const listFiles = () => request.uploadedFiles?.values() ?? [];
    await withDeletionAfterResponse(request, reply, listFiles, () => readForm(request, options));
  });
}

async function readForm(request: FastifyRequest, { form, body }: FormOptions): Promise<void> {
  const { uploadMaxBytes, uploadBodyLimit } = request.server.deps.config;
  const maxBytes = form.maxBytes ?? uploadMaxBytes;
  const fields: Record<string, unknown> = {};
  const files = new Map<string, UploadedFile>();
  const fileFields = [form.file, ...(form.optionalFiles ?? [])];
  request.uploadedFiles = files;
  // The parser truncates at its limit. One more byte than allowed lets `storeUpload` reject the file instead.
  const limits = { files: fileFields.length, fields: MAX_FIELDS, fileSize: maxBytes + 1, fieldSize: uploadBodyLimit };
  let textLength = 0;
  try {
    for await (const formPart of request.parts({ limits })) {
      if (formPart.type === 'field') {
        textLength += String(formPart.value).length;
        if (textLength > uploadBodyLimit) throw new HttpError(413, messages.tooLarge(uploadBodyLimit));
        fields[formPart.fieldname] = parseFieldValue(formPart.fieldname, String(formPart.value), body);
        continue;
      }
      const { fieldname: name, file } = formPart;
      if (!fileFields.includes(name)) throw createFieldError(name, messages.noFileField(form.file));
      if (files.has(name)) throw createFieldError(name, messages.duplicateFile);
      files.set(name, await storeUpload(file, maxBytes));
    }
  } catch (error) {
    await deleteUploads(files.values());
    throw isParserError(error) ? new HttpError(400, messages.badForm) : error;
  }
  request.body = fields;
  if (request.headers[IDEMPOTENCY_KEY_HEADER] !== undefined) request.bodyHash = computeHash(fields, files);
}

/** Whether the error means a malformed form. The parser reports malformed forms with plain `Error`s without a code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error);
}

/** Hashes the content and not the raw body: a repeated request has another boundary and possibly another field order. */
function computeHash(fields: Record<string, unknown>, files: ReadonlyMap<string, UploadedFile>): string {
  const sortEntries = <T>(entries: [string, T][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const hashes = sortEntries([...files].map(([name, { hash }]): [string, string] => [name, hash]));
  return createHash('sha256')
    .update(JSON.stringify([sortEntries(Object.entries(fields)), hashes]))
    .digest('hex');
}

interface SchemaDefinition {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
}

const getDefinition = (schema: z.ZodType) => schema.def as unknown as SchemaDefinition;

/** Converts the text of a field to the value of a JSON body: a boolean, parsed JSON or the text. Throws 400. */
function parseFieldValue(name: string, text: string, body: z.ZodType): unknown {
  let definition = getDefinition(getDefinition(body).shape?.[name] ?? body);
  while (definition.innerType) definition = getDefinition(definition.innerType);
  if (definition.type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (definition.type !== 'unknown') return text;
  if (text.length > MAX_JSON_TEXT) throw createFieldError(name, messages.jsonTooLarge(MAX_JSON_BYTES / 1000));
  if (isTooDeeplyNested(text)) throw createFieldError(name, messages.fieldNestedTooDeep);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw createFieldError(name, messages.badJsonField);
  }
}
