import { isIP } from 'node:net';
import { z } from 'zod';

/** Fastify's option: the proxies whose X-Forwarded headers are trusted. */
type TrustProxy = boolean | string | ((address: string, hop: number) => boolean);

const OFF_VALUES = /^(off|no|false|0)$/i;
const ON_VALUES = /^(on|yes|true)$/i;
const HOP_COUNT = /^\d{1,2}$/;
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The number of bits of a network mask, as in 10.0.0.0/8. */
const PREFIX_BITS = /^\d{1,3}$/;

/** Whether the text is an IP address, a range of addresses, or the name of a range. */
function isRange(text: string): boolean {
  const [address = '', bits, ...unexpectedParts] = text.split('/');
  if (unexpectedParts.length > 0) return false;
  if (bits === undefined) return isIP(address) !== 0 || NAMED_RANGES.has(address);
  return isIP(address) !== 0 && PREFIX_BITS.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/** `off`, a number of proxies, or their addresses separated by commas. `on` is accepted with a warning. */
export const TRUST_PROXY = z
  .string()
  .trim()
  .default('off')
  .refine(
    (value) =>
      [OFF_VALUES, ON_VALUES, HOP_COUNT].some((form) => form.test(value)) ||
      value.split(',').every((address) => isRange(address.trim())),
    'must be off, a number of proxies, or their addresses (10.0.0.1, 10.0.0.0/8) separated by commas',
  );

/** Converts the setting to Fastify's option. */
export function parseTrustProxy(value: string): TrustProxy {
  if (OFF_VALUES.test(value)) return false;
  if (ON_VALUES.test(value)) return true;
  if (!HOP_COUNT.test(value)) return value;
  const hops = Number(value);
  return (_address, hop) => hop < hops;
}
