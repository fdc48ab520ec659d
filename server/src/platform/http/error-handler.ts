import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { messages } from '../errors/messages';
import { fromDatabaseError, isOutage } from '../database/errors';
import { isDiskFull } from '../database/supervisor';
import { HttpError, outOfSpace } from '../errors';
import { sendJson } from './body/json';

/**
 * Sends every error as `{"detail": "..."}`, in prediction calls also with `status`. Unexpected errors are logged, and their details are not
 * sent.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const httpError = toHttpError(error, request);
  if (httpError.status >= 500) request.log.error({ err: error }, httpError.detail);
  for (const [name, value] of Object.entries(httpError.headers)) reply.header(name, value);
  const { status, detail, extra } = httpError;
  const isPrediction = request.routeOptions.config.isPrediction ?? false;
  return sendJson(reply, status, { detail, ...extra, ...(isPrediction && { status: { code: status, text: detail } }) });
}

export function handleUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendJson(reply, 404, { detail: messages.unknownPath });
}

function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  const fastifyError = fromFastify(error as FastifyError, request);
  if (fastifyError) return fastifyError;
  // The embedded database does not respond while the disk is full.
  if (isOutage(error) && isOwnDiskFull(request)) return outOfSpace();
  return fromDatabaseError(error) ?? new HttpError(500, messages.internal);
}

function isOwnDiskFull({ server }: FastifyRequest): boolean {
  const { databaseUrl, dataDir } = server.deps.config;
  return !databaseUrl && isDiskFull(dataDir);
}

interface ValidationFailure {
  validationContext?: string;
  validation: { instancePath: string; message?: string }[];
}

function fromValidation(error: ValidationFailure): HttpError {
  const firstError = error.validation[0];
  const field = firstError?.instancePath.split('/').filter(Boolean).join('.') || 'body';
  // An invalid id in the path cannot refer to any row.
  if (error.validationContext === 'params') return new HttpError(404, messages.notFound('Row'));
  return new HttpError(400, messages.field(field, firstError?.message ?? messages.badRequest));
}

const FASTIFY_CODES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: messages.wrongMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: messages.badRequest,
  FST_ERR_CTP_INVALID_JSON_BODY: messages.badJson,
  FST_ERR_BAD_URL: messages.badPath,
};

function fromFastify(error: Partial<FastifyError>, request: FastifyRequest): HttpError | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new HttpError(413, messages.tooLarge(request.routeOptions.bodyLimit ?? 0));
  }
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return null;
  return new HttpError(status, FASTIFY_CODES[error.code ?? ''] ?? messages.badRequest);
}
