import type { UploadedFormat } from '@console/learner/protocol';
import { MAX_MODEL_TOKEN_LENGTH } from '@console/shared-contract/limits';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { getStoredSecret } from '../../../platform/database/stored-secret';
import { createFieldError, HttpError } from '../../../platform/errors';
import { createFileUrlSigner } from '../../../platform/files/signed-url';
import { DOMAINS } from '../model/state';
import { messages } from './messages';

/**
 * A model file in the file store that has passed the check. Clients receive this data as a signed token, which is valid for at most a
 * day.
 */
const CheckedFile = z.object({
  workspaceId: z.string(),
  domain: z.enum(DOMAINS),
  task: z.string(),
  key: z.string(),
  bytes: z.number(),
  format: z.custom<UploadedFormat>((format) => typeof format === 'object'),
  /** The name of each class, or null. */
  classes: z.array(z.string().nullable()),
  milliseconds: z.number(),
  memoryBytes: z.number(),
});
export type CheckedFile = z.output<typeof CheckedFile>;

const getSigner = async (db: Db) => createFileUrlSigner(await getStoredSecret(db, 'model_file_secret'));

/** Returns the token of a checked file. Throws 400 if the names of the classes are too long for it. */
export async function createToken(db: Db, file: CheckedFile): Promise<string> {
  const token = (await getSigner(db)).sign(Buffer.from(JSON.stringify(file)).toString('base64url'));
  if (token.length > MAX_MODEL_TOKEN_LENGTH) throw new HttpError(400, messages.longNames);
  return token;
}

/** Returns the file of a token. Throws 400 if the token is invalid or has expired. */
export async function readToken(db: Db, token: string): Promise<CheckedFile> {
  const [encodedFile = '', query] = token.split('?');
  const signatureState = (await getSigner(db)).verify(encodedFile, Object.fromEntries(new URLSearchParams(query)));
  if (signatureState === 'expired') throw new HttpError(400, messages.expired);
  if (signatureState === 'invalid') throw createFieldError('token', messages.unknownToken);
  return CheckedFile.parse(JSON.parse(Buffer.from(encodedFile, 'base64url').toString()));
}
