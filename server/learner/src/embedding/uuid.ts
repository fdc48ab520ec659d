import { InvalidRequestError } from '../protocol/invalid-request-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The 16 bytes of a UUID. Throws InvalidRequestError for anything else. */
export function parseUuid(id: string): Uint8Array {
  if (!UUID.test(id)) throw new InvalidRequestError(`Not a UUID: ${id}`);
  return Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));
}

/** Formats 16 bytes as a UUID. */
export function formatUuid(bytes: Uint8Array): string {
  const digits = Buffer.from(bytes).toString('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}
