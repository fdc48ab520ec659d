import { isIPv4 } from 'node:net';
import type { Config } from '.';

const WILDCARDS = new Set(['0.0.0.0', '::', '*']);

/** A name or an address of this machine alone. Browsers ask no resolver about those that end in `.localhost`. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** The name in a Host header or an authority, in lower case, without its port and the brackets of IPv6. */
export function nameIn(authority: string): string {
  const name = /^\[([^\]]*)\](?::\d*)?$/.exec(authority)?.[1] ?? authority.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Whether the server answers to this Host: to the name of PUBLIC_URL, to HOST, and to names of this machine. A page whose
 * own name was made to lead here (DNS rebinding) is refused by it, and no link carries a name of the client's choice.
 */
export function isServedHost({ publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>, authority: string): boolean {
  const name = nameIn(authority);
  return isLoopback(name) || hosts.includes(name) || (publicUrl !== null && nameIn(new URL(publicUrl).host) === name);
}

/** What the operator should know before anyone comes; one sentence or two each. */
export function warningsOf({ hosts, publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'hosts' | 'trustProxy'>): string[] {
  const warnings: string[] = [];
  const wildcard = hosts.find((host) => WILDCARDS.has(host));
  if (wildcard !== undefined && publicUrl === null)
    warnings.push(
      `HOST=${wildcard} has no name, and PUBLIC_URL is not set: only http://localhost is served, and others are answered 421. Set PUBLIC_URL to the address that people use, such as https://console.example.`,
    );
  if (trustProxy === true)
    warnings.push(
      'TRUST_PROXY=on believes the whole of X-Forwarded-For, to which a proxy adds: a client can choose the address it is taken for. Set the number of proxies (TRUST_PROXY=1) or their addresses.',
    );
  return warnings;
}
