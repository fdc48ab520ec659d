import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_S = 3600;
const VALID_S = 24 * HOUR_S;

/** `wrong`: the signature does not match. `expired`: it matches but is too old. */
export type UrlState = 'good' | 'wrong' | 'expired';

/** The query parameters of a signed URL, as received. */
export interface UrlSignature {
  until?: unknown;
  sig?: unknown;
}

/** Signs and verifies the URLs below `/api/files/`. */
export interface FileUrls {
  /** Appends a signature that is valid for 24 hours from the start of the current hour. Within an hour the result is the same. */
  sign: (name: string) => string;
  verify: (name: string, signature: UrlSignature) => UrlState;
  /** How many seconds a browser may cache the file of a valid URL. */
  getMaxAge: (signature: UrlSignature) => number;
}

const YEAR_S = 31_536_000;

/** Without signatures, the random name is the permission. Signatures of formerly signed URLs are ignored. */
const unsigned: FileUrls = { sign: (name) => name, verify: () => 'good', getMaxAge: () => YEAR_S };

/**
 * Creates the signer of file URLs. `secret` must be the same on all servers that share a database. If it is null, URLs are not
 * signed.
 */
export function createFileUrls(secret: string | null): FileUrls {
  if (secret === null) return unsigned;
  const computeSignature = (name: string, until: string) =>
    createHmac('sha256', secret).update(`${name}\n${until}`).digest('base64url');
  return {
    sign: (name) => {
      const now = Math.floor(Date.now() / 1000);
      const until = String(now - (now % HOUR_S) + VALID_S);
      return `${name}?until=${until}&sig=${computeSignature(name, until)}`;
    },
    verify: (name, { until, sig }) => {
      if (typeof until !== 'string' || typeof sig !== 'string') return 'wrong';
      const [actual, expected] = [Buffer.from(sig), Buffer.from(computeSignature(name, until))];
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'wrong';
      return getSecondsUntil(until) > 0 ? 'good' : 'expired';
    },
    getMaxAge: ({ until }) => Math.max(0, getSecondsUntil(String(until))),
  };
}

function getSecondsUntil(until: string): number {
  return Math.floor(Number(until) - Date.now() / 1000);
}
