import { createHash, randomBytes } from 'node:crypto';

/** Creates the random secret of a link or token. Only its hash is stored. */
export function createSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('hex');
  return { secret, hash: hashSecret(secret) };
}

/** Hashes a secret for storage. It has so many random bits that a fast hash suffices. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
