import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that are routed on the internet. Other ranges include translations to IPv4, such as NAT64. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is public. False for private, local, reserved and multicast addresses, and for IPv6 addresses that contain an IPv4
 * address.
 */
export function isPublicAddress(text: string): boolean {
  // The library also accepts short forms, such as 10.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false;
  return address.range() === 'unicast';
}
