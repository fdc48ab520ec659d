import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_SECONDS = 3600;
const VALIDITY_SECONDS = 24 * HOUR_SECONDS;

/** `invalid`: the signature does not match. `expired`: it matches but is too old. */
type UrlState = 'valid' | 'invalid' | 'expired';

/** The query parameters of a signed URL, as received. */
export interface UrlSignature {
  until?: unknown;
  sig?: unknown;
}

/** Signs and verifies the URLs below `/api/files/`. `name` is the rest of the path: the key of a file, or the path of a crop. */
export interface FileUrlSigner {
  /** Appends a signature that is valid for 24 hours from the start of the current hour. Within an hour the result is the same. */
  sign: (name: string) => string;
  verify: (name: string, signature: UrlSignature) => UrlState;
  /** Returns for how many seconds a browser may cache the file of a valid URL. */
  getMaxAge: (signature: UrlSignature) => number;
}

const YEAR_SECONDS = 31_536_000;

/** A signer that does nothing: anyone with the random name of a file can read it. Signatures of formerly signed URLs are ignored. */
const unsignedSigner: FileUrlSigner = { sign: (name) => name, verify: () => 'valid', getMaxAge: () => YEAR_SECONDS };

/** Creates the signer of file URLs. `secret` must be the same on all servers that share a database. If it is null, URLs are not signed. */
export function createFileUrlSigner(secret: string | null): FileUrlSigner {
  if (secret === null) return unsignedSigner;
  const computeSignature = (name: string, expiresAt: string) =>
    createHmac('sha256', secret).update(`${name}\n${expiresAt}`).digest('base64url');
  return {
    sign: (name) => {
      const now = Math.floor(Date.now() / 1000);
      const expiryTime = String(now - (now % HOUR_SECONDS) + VALIDITY_SECONDS);
      return `${name}?until=${expiryTime}&sig=${computeSignature(name, expiryTime)}`;
    },
    verify: (name, { until: expiry, sig: signature }) => {
      if (typeof expiry !== 'string' || typeof signature !== 'string') return 'invalid';
      const [actual, expected] = [Buffer.from(signature), Buffer.from(computeSignature(name, expiry))];
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'invalid';
      return getSecondsUntil(expiry) > 0 ? 'valid' : 'expired';
    },
    getMaxAge: ({ until }) => Math.max(0, getSecondsUntil(String(until))),
  };
}

function getSecondsUntil(expiresAt: string): number {
  return Math.floor(Number(expiresAt) - Date.now() / 1000);
}
