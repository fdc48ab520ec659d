import { createHash, randomBytes } from 'node:crypto';

/** Creates the random secret of a link or token. Only its hash is stored. */
export function createSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('hex');
  return { secret, hash: hashSecret(secret) };
}

/** Hashes a secret for storage. A fast hash is safe, because a secret has enough random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
