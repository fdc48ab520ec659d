import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_S = 3600;
const VALID_S = 24 * HOUR_S;

/** Whether an address may be answered: `wrong` was never given out so, `ended` was and is too old. */
export type UrlState = 'good' | 'wrong' | 'ended';

/** The parameters of a signed address, as they came. */
export interface UrlSignature {
  until?: unknown;
  sig?: unknown;
}

/** What the addresses below `/api/files/` look like, and which of them are answered. */
export interface FileUrls {
  /** Name with the signature that makes it good for 24 hours from the start of this hour; the same within an hour. */
  of: (name: string) => string;
  judge: (name: string, signature: UrlSignature) => UrlState;
  /** For how many seconds a browser may keep what it found at an address that is good. */
  getMaxAge: (signature: UrlSignature) => number;
}

const YEAR_S = 31_536_000;

/** The random name is the permission, for good. A signature of a time when addresses had one is not looked at. */
const unsigned: FileUrls = { of: (name) => name, judge: () => 'good', getMaxAge: () => YEAR_S };

/** Addresses signed with the secret, which all servers of a database share; with none they are the plain names. */
export function createFileUrls(secret: string | null): FileUrls {
  if (secret === null) return unsigned;
  const signatureOf = (name: string, until: string) =>
    createHmac('sha256', secret).update(`${name}\n${until}`).digest('base64url');
  return {
    of: (name) => {
      const now = Math.floor(Date.now() / 1000);
      const until = String(now - (now % HOUR_S) + VALID_S);
      return `${name}?until=${until}&sig=${signatureOf(name, until)}`;
    },
    judge: (name, { until, sig }) => {
      if (typeof until !== 'string' || typeof sig !== 'string') return 'wrong';
      const [given, right] = [Buffer.from(sig), Buffer.from(signatureOf(name, until))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong';
      return secondsUntil(until) > 0 ? 'good' : 'ended';
    },
    getMaxAge: ({ until }) => Math.max(0, secondsUntil(String(until))),
  };
}

function secondsUntil(until: string): number {
  return Math.floor(Number(until) - Date.now() / 1000);
}
