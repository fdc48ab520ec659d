import { isIP } from 'node:net';
import { createFieldError } from '../../platform/errors';
import { messages } from './messages';
import { isPublicAddress } from './public-address';

/** Only printable ASCII: `URL` would remove line breaks and tabs, and the stored URL would differ from the called URL. */
const PLAIN_URL = /^[!-~]+$/;

/** Whether the operator allows this host although its address is private. `hosts` are names or `name:port`. */
export function isTrustedHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.hostname) || hosts.includes(url.host);
}

/** Returns the host name of a URL, or its IP address without brackets. */
export const getHostName = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '');

/**
 * Parses the URL of a webhook. Throws 400 for a URL that can never be called. The addresses behind a name are checked at each
 * delivery, because they may change.
 */
export function parseDestination(text: string, trustedHosts: readonly string[]): URL {
  const url = PLAIN_URL.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw createFieldError('url', messages.invalidUrl);
  if (url.username || url.password) throw createFieldError('url', messages.urlHasCredentials);
  if (isTrustedHost(url, trustedHosts)) return url;
  if (url.protocol !== 'https:') throw createFieldError('url', messages.notEncrypted);
  const host = getHostName(url);
  if (isIP(host) && !isPublicAddress(host)) throw createFieldError('url', messages.privateAddress);
  return url;
}
