import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether an Authorization header contains the expected Bearer token. The comparison takes constant time, so that its duration
 * reveals nothing about the token.
 */
export function isBearerToken(authorization: string | undefined, expectedToken: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''), digest(expectedToken));
}
