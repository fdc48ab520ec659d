import { isIPv4 } from 'node:net';
import type { Config } from '.';

const WILDCARD_HOSTS = new Set(['0.0.0.0', '::', '*']);

/** Whether a host name or address is local. Browsers resolve names that end in `.localhost` locally, without DNS. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** Returns the host name of a Host header in lower case, without port and IPv6 brackets. */
export function getHostName(authority: string): string {
  const name = /^\[([^\]]*)\](?::\d*)?$/.exec(authority)?.[1] ?? authority.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether the server accepts this Host header: the name of PUBLIC_URL, HOST, and local names. This protects against DNS
 * rebinding, and links in responses never contain a host name that a client has chosen.
 */
export function isServedHost({ publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>, authority: string): boolean {
  const name = getHostName(authority);
  return isLoopback(name) || hosts.includes(name) || (publicUrl !== null && getHostName(new URL(publicUrl).host) === name);
}

/** Returns warnings about the configuration for the operator. */
export function getWarnings({ hosts, publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'hosts' | 'trustProxy'>): string[] {
  const warnings: string[] = [];
  const wildcard = hosts.find((host) => WILDCARD_HOSTS.has(host));
  if (wildcard !== undefined && publicUrl === null)
    warnings.push(
      `HOST=${wildcard} contains no host name, and PUBLIC_URL is not set: only http://localhost works, and other names return 421. Set PUBLIC_URL to the URL that users open, such as https://console.example.`,
    );
  if (trustProxy === true)
    warnings.push(
      'TRUST_PROXY=on trusts the complete X-Forwarded-For header, so clients can fake their IP address. Set the number of proxies (TRUST_PROXY=1) or their addresses.',
    );
  return warnings;
}
