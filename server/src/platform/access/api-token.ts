import { randomBytes } from 'node:crypto';
import { hashSecret } from './secret';

/** Distinguishes named API tokens from other credentials, for example in scans for leaked secrets. */
const TOKEN_PREFIX = 'console_';
/** Number of characters of a token that are shown, so that its user recognizes the token. */
const SHOWN_PREFIX_LENGTH = TOKEN_PREFIX.length + 4;
const API_TOKEN = /^console_[0-9a-f]{48}$/;

/** Creates a named API token. Only its hash and first characters are stored. */
export function createApiTokenSecret(): { token: string; hash: Buffer; prefix: string } {
  const token = TOKEN_PREFIX + randomBytes(24).toString('hex');
  return { token, hash: hashSecret(token), prefix: token.slice(0, SHOWN_PREFIX_LENGTH) };
}

/** Whether the text has the form of a named API token. */
export function hasApiTokenFormat(text: string): boolean {
  return API_TOKEN.test(text);
}
