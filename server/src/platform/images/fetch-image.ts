import { createFieldError, HttpError } from '../errors';
import { messages } from '../errors/messages';

const TIMEOUT_MS = 20_000;

/**
 * Fetches an image from one of the hosts that the operator allows. Other hosts and redirects are refused, because a caller
 * could otherwise access the server's internal network (SSRF). Throws 400 or 413.
 */
export async function fetchImage(link: string, allowedHosts: readonly string[], maxBytes: number): Promise<Buffer> {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (allowedHosts.length === 0) throw new HttpError(400, messages.byUrlNotAllowed);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || !allowedHosts.includes(url.host)) {
    throw createFieldError('url', 'has a host from which uploads are not allowed');
  }
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response?.ok || !response.body) throw createFieldError('url', 'could not be read');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new HttpError(413, messages.tooLarge(maxBytes));
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw createFieldError('url', 'could not be read');
  }
  return Buffer.concat(chunks);
}
