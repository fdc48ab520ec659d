import { Id } from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';

/**
 * Reads the key that several requests of one user action share. The change log records these requests as one set. Throws 400 if the key
 * is not a UUID.
 */
export function readChangeSetKey(request: FastifyRequest): string | undefined {
  const header = request.headers[CHANGE_SET_HEADER.toLowerCase()];
  if (header === undefined) return undefined;
  const key = Id.safeParse(header);
  if (!key.success) throw new HttpError(400, messages.invalidChangeSetKey);
  return key.data;
}
