import { createHash } from 'node:crypto';
import { MAX_JSON_DEPTH } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';

export const JSON_TYPE = 'application/json';
export const KEY_HEADER = 'idempotency-key';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came; only taken where an Idempotency-Key asks for it. */
    bodyHash: string;
  }
}

/** Sends text that is JSON already, or a value. */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(value));
}

export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  // As bytes: Fastify adds a charset to the type of a text, also where no hook of ours runs to take it away.
  return reply.code(status).header('content-type', JSON_TYPE).send(Buffer.from(text));
}

/**
 * Reads JSON bodies only. No body at all is allowed with any method, for clients send DELETE with the JSON type and
 * nothing in it. And writes JSON without the charset suffix that Fastify adds and that breaks a client.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  // Free JSON refuses `__proto__` and says so; every other field is copied by its name, and `constructor` is a key like any other.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyHash', '');
  app.decorateRequest('uploadedFiles', null);
  app.addContentTypeParser<string>(JSON_TYPE, { parseAs: 'string' }, (request, text, done) => {
    if (request.headers[KEY_HEADER] !== undefined) request.bodyHash = hashOf(text);
    if (text.trim() === '') return done(null, undefined);
    if (isNestedTooDeep(text)) return done(new HttpError(400, messages.nestedTooDeep(MAX_JSON_DEPTH.body)), undefined);
    return parse(request, text, done);
  });
  app.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith(`${JSON_TYPE};`)) reply.header('content-type', JSON_TYPE);
  });
}

/**
 * Whether JSON nests deeper than a body may. Told from the text, for parsing bears any depth and what works on the value
 * does not: JSON.stringify ends at some thousand levels, by running out of stack.
 */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_JSON_DEPTH.body) return true;
  }
  return false;
}

/** Where the string that begins here ends; a picture's base64 is passed over at the speed of indexOf. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
