import { createHash } from 'node:crypto';
import { MAX_JSON_DEPTH } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';

export const JSON_TYPE = 'application/json';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the raw body. Only computed for requests with an Idempotency-Key. */
    bodyHash: string;
  }
}

/** Serializes a value and sends it. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(value));
}

/** Sends text that is already JSON. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  // Send bytes: Fastify would add a charset to the content type of a string, even in replies where our onSend hook does not run.
  return reply.code(status).header('content-type', JSON_TYPE).send(Buffer.from(text));
}

/** Accepts only JSON bodies. An empty body is valid with any method, because clients send DELETE with the JSON type and no body. */
export function acceptJsonBodies(app: FastifyInstance): void {
  // 'ignore' is safe: fields of arbitrary JSON refuse `__proto__` with an error, and all other fields are copied by their names.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyHash', '');
  app.decorateRequest('uploadedFiles', null);
  app.addContentTypeParser<string>(JSON_TYPE, { parseAs: 'string' }, (request, text, done) => {
    if (request.headers[IDEMPOTENCY_KEY_HEADER] !== undefined) request.bodyHash = computeHash(text);
    if (text.trim() === '') return done(null, undefined);
    if (isTooDeeplyNested(text)) return done(new HttpError(400, messages.nestedTooDeep(MAX_JSON_DEPTH.body)), undefined);
    return parse(request, text, done);
  });
  app.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(`${JSON_TYPE};`)) reply.header('content-type', JSON_TYPE);
  });
}

/**
 * Whether JSON is nested deeper than a body may be. It checks the text before parsing: JSON.parse accepts any depth, but
 * JSON.stringify runs out of stack at some thousand levels.
 */
export function isTooDeeplyNested(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = findStringEnd(text, index);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_JSON_DEPTH.body) return true;
  }
  return false;
}

/** Returns the index of the closing quote of the string that starts at `start`. Uses `indexOf`, which skips long base64 quickly. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function computeHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
